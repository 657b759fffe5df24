// Commands that only look: passages that fit a query, and the stored text behind a citation.
#include <charconv>

#include "base/text.h"
#include "cli/command.h"
#include "cli/narrow.h"
#include "cli/pages.h"
#include "cli/values.h"
#include "cli/visible.h"
#include "engine/find.h"

namespace oi {
namespace {

constexpr uint64_t kPassages = 10;  // when -k does not say
constexpr uint64_t kMostPassages = 1000;

Result<uint64_t> whole_number(const std::string& text, const std::string& name, uint64_t most) {
  uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [at, failed] = std::from_chars(text.data(), end, number);
  if (failed == std::errc() && at == end && number <= most) return number;
  return Error{Code::Invalid,
               name + " is '" + text + "', not a whole number up to " + std::to_string(most)};
}

Result<Arm> arm_named(const std::string& name) {
  if (name == "fused") return Arm::Fused;
  if (name == "vector") return Arm::Vector;
  if (name == "lexical") return Arm::Lexical;
  return Error{Code::Invalid, "--arm is '" + name + "', not fused, vector or lexical"};
}

// "A:B", a half-open range of bytes.
Result<Span> parse_span(const std::string& text, const std::string& document) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos) {
    return Error{Code::Invalid, "--span is written A:B, two places in bytes, not '" + text + "'"};
  }
  Span span;
  span.begin = TRY(whole_number(text.substr(0, colon), "the span's begin", document.size()));
  span.end = TRY(whole_number(text.substr(colon + 1), "the span's end", document.size()));
  if (span.begin > span.end) return Error{Code::Invalid, "the span ends before it begins"};
  for (const uint64_t at : {span.begin, span.end}) {
    const uint64_t border = floor_code_point(document, at);
    if (border == at) continue;
    return Error{Code::Invalid, "byte " + std::to_string(at) + " is inside a character; " +
                                    std::to_string(border) + " is its begin"};
  }
  return span;
}

Result<Span> wanted_span(const Arguments& arguments, const Document& document) {
  if (arguments.has("--span")) return parse_span(arguments.value("--span"), document.text);
  if (!arguments.has("--page")) return Span{0, document.text.size()};
  const uint64_t wanted = TRY(whole_number(arguments.value("--page"), "--page", UINT32_MAX));
  for (const Page& page : document.pages) {
    if (page.number == wanted) return page.span;
  }
  const std::string has =
      document.pages.empty() ? "has no pages" : "has " + counted(document.pages.size(), "page");
  return Error{Code::NotFound,
               document.name + " " + has + ", not a page " + std::to_string(wanted)};
}

Result<int> show_citation(Call& call, const Engine& engine) {
  const ShownCitation shown = TRY(find_citation(engine, call.arguments.value("--citation")));
  put_value(call, "result", to_json(shown));
  if (call.arguments.format == Format::Text) {
    call.screen.out << citation_page(shown, call.screen.out_look);
  }
  return kExitDone;
}

}  // namespace

Result<int> run_search(Call& call) {
  const Arguments& arguments = call.arguments;
  Question question;
  for (const std::string& word : arguments.operands) {
    question.text += (question.text.empty() ? "" : " ") + word;
  }
  const Arm arm = TRY(arm_named(arguments.value("--arm", "fused")));
  const uint64_t k =
      TRY(whole_number(arguments.value("-k", std::to_string(kPassages)), "-k", kMostPassages));
  if (k == 0) return Error{Code::Invalid, "-k is 0; ask for one passage at least"};
  StatusLine status(call.screen.err, arguments.quiet ? Look{} : call.screen.err_look);
  Engine engine = TRY(open_engine(call.settings, {.embedder = arm != Arm::Lexical}));
  question.filter = TRY(filter_of(arguments, engine));
  const std::vector<Found> found =
      TRY(find(engine, question, k, arm, Job{call.stop, stage_listener(call, status)}));
  status.clear();
  put_value(call, "result",
            JsonObject{}
                .json("hits", list_to_json(found))
                .json("filter", to_json(question.filter))
                .str());
  const std::string within = filter_text(arguments);
  if (found.empty() && !within.empty()) {
    put_note(call, "The search was narrowed to: " + visible(within) + ".");
  }
  if (arguments.format == Format::Text)
    call.screen.out << hits_page(found, question.text, call.screen.out_look);
  return kExitDone;
}

Result<int> run_show(Call& call) {
  const Arguments& arguments = call.arguments;
  const bool citation = arguments.has("--citation");
  if (citation == !arguments.operands.empty()) {
    return Error{Code::Invalid, "`oi show` needs a document, or --citation ID, not both"};
  }
  const Engine engine = TRY(open_engine(call.settings, {}));
  if (citation) return show_citation(call, engine);
  const Listed listed = TRY(find_document(engine, arguments.operands.front()));
  const Document document = TRY(engine.stores.store->document(listed.id));
  const Span span = TRY(wanted_span(arguments, document));
  put_value(call, "result", text_to_json(document, span));
  if (arguments.format != Format::Text) return kExitDone;
  // Through a pipe the stored bytes go as they are, so that they can be compared.
  const std::string text = document.text.substr(span.begin, span.size());
  const bool terminal = call.screen.out_look.terminal;
  call.screen.out << (terminal ? visible_text(text) : text);
  if (terminal && !text.ends_with('\n')) call.screen.out << '\n';
  return kExitDone;
}

}  // namespace oi
