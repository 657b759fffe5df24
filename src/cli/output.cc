// What every command shares in writing: one JSON value at the end, or one JSON line an event.
#include "cli/command.h"
#include "cli/visible.h"
#include "types/json.h"

namespace oi {

void put_event(Call& call, const char* event, const std::string& json) {
  if (call.arguments.format != Format::Events) return;
  call.screen.out << JsonObject{}.text("event", event).json("value", json).str() << '\n'
                  << std::flush;
}

void put_value(Call& call, const char* event, const std::string& json) {
  put_event(call, event, json);
  if (call.arguments.format == Format::Json) call.screen.out << json << '\n' << std::flush;
}

void put_error(Screen& screen, Format format, const Error& error) {
  const std::string json = to_json(error);
  if (format == Format::Events) {
    screen.out << JsonObject{}.text("event", "error").json("value", json).str() << '\n';
  } else if (format == Format::Json) {
    screen.out << JsonObject{}.json("error", json).str() << '\n';
  }
  screen.out << std::flush;
  const std::string what = visible(error.what);
  const bool closed = what.ends_with('.') || what.ends_with('?');
  screen.err << paint(screen.err_look, Ink::Bad, "oi:") << ' ' << what << (closed ? " " : ". ")
             << code_row(error.code).sentence << '\n'
             << std::flush;
}

void put_note(Call& call, const std::string& line) {
  if (call.arguments.quiet || call.arguments.format != Format::Text) return;
  call.screen.err << paint(call.screen.err_look, Ink::Dim, line) << '\n' << std::flush;
}

std::string to_json(const Progress& progress) {
  return JsonObject{}
      .text("stage", progress.stage)
      .integer("done", static_cast<int64_t>(progress.done))
      .integer("total", static_cast<int64_t>(progress.total))
      .str();
}

std::function<void(const Event&)> stage_listener(Call& call, StatusLine& status) {
  return [&call, &status](const Event& event) {
    if (const auto* progress = std::get_if<Progress>(&event)) {
      put_event(call, "stage", to_json(*progress));
      std::string line = visible(progress->stage);
      if (progress->total > 0) {
        line += " " + std::to_string(progress->done) + "/" + std::to_string(progress->total);
      }
      status.show(line + " …");
    } else if (const auto* notice = std::get_if<Notice>(&event)) {
      put_event(call, "notice", JsonObject{}.text("text", notice->text).str());
      status.clear();
      put_note(call, visible(notice->text));
    }
  };
}

}  // namespace oi
