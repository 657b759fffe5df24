// The program about itself: its health, its tables of numbers, its version.
#include "engine/about.h"

#include <algorithm>

#include "cli/command.h"
#include "cli/values.h"
#include "cli/visible.h"
#include "engine/health.h"

namespace oi {
namespace {

constexpr size_t kAboutWide = 18;
constexpr const char* kSetting = "setting ";

bool is_setting(const HealthLine& line) {
  return line.about.starts_with(kSetting);
}

std::string health_row(const HealthLine& line, const Look& look) {
  const Ink ink = line.good ? Ink::Good : line.needed ? Ink::Bad : Ink::Warn;
  const char* sign = line.good ? "✓" : line.needed ? "✗" : "!";
  std::string out = paint(look, ink, sign) + " " + padded(visible(line.about), kAboutWide) +
                    visible(line.found) + "\n";
  if (!line.advice.empty()) {
    out += std::string(kAboutWide + 2, ' ') + paint(look, Ink::Bold, visible(line.advice)) + "\n";
  }
  return out;
}

std::string health_page(const std::vector<HealthLine>& lines, const Look& look) {
  std::string out;
  for (const HealthLine& line : lines) {
    if (!is_setting(line)) out += health_row(line, look);
  }
  out += "\n" + paint(look, Ink::Bold, "Settings, and where each came from") + "\n";
  for (const HealthLine& line : lines) {
    if (!is_setting(line)) continue;
    out += "  " +
           padded(visible(line.about.substr(std::string_view(kSetting).size())), kAboutWide) +
           visible(line.found) + "\n";
  }
  return out;
}

}  // namespace

Result<int> run_doctor(Call& call) {
  StatusLine status(call.screen.err, call.arguments.quiet ? Look{} : call.screen.err_look);
  const std::vector<HealthLine> lines =
      examine(call.settings, Job{call.stop, stage_listener(call, status)});
  status.clear();
  TRY(check(Job{call.stop, {}}));
  const bool good = std::all_of(lines.begin(), lines.end(),
                                [](const HealthLine& line) { return line.good || !line.needed; });
  std::vector<HealthLine> found;
  std::copy_if(lines.begin(), lines.end(), std::back_inserter(found),
               [](const HealthLine& line) { return !is_setting(line); });
  put_value(call, "result",
            JsonObject{}
                .boolean("good", good)
                .json("lines", list_to_json(found))
                .json("settings", list_to_json(call.settings.origins))
                .str());
  if (call.arguments.format == Format::Text) {
    call.screen.out << health_page(lines, call.screen.out_look);
    put_note(call, good ? "Everything that is needed is there."
                        : "Something that is needed is not there.");
  }
  return good ? kExitDone : kExitError;
}

Result<int> run_rules(Call& call) {
  const std::string page = rules_page();
  put_value(call, "result", JsonObject{}.text("markdown", page).str());
  if (call.arguments.format == Format::Text) call.screen.out << page;
  return kExitDone;
}

Result<int> run_version(Call& call) {
  put_value(call, "result",
            JsonObject{}.text("name", "OpenIntelligence").text("version", program_version()).str());
  if (call.arguments.format == Format::Text) {
    call.screen.out << "OpenIntelligence " << program_version() << '\n';
  }
  return kExitDone;
}

}  // namespace oi
