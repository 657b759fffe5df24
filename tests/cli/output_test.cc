#include <gtest/gtest.h>

#include <sstream>

#include "cli/command.h"

namespace oi {
namespace {

struct Written {
  std::string out, err;
};

template <typename Write>
Written written(Format format, bool quiet, Write write) {
  std::istringstream in;
  std::ostringstream out, err;
  Screen screen{in, out, err, {}, {}};
  Arguments arguments;
  arguments.format = format;
  arguments.quiet = quiet;
  const Settings settings;
  Call call{arguments, settings, screen, {}};
  write(call);
  return {out.str(), err.str()};
}

TEST(Output, AValueIsWrittenInTheFormThatWasAskedFor) {
  const auto value = [](Call& call) { put_value(call, "result", "{\"a\":1}"); };
  EXPECT_EQ(written(Format::Text, false, value).out, "");
  EXPECT_EQ(written(Format::Json, false, value).out, "{\"a\":1}\n");
  EXPECT_EQ(written(Format::Events, false, value).out,
            "{\"event\":\"result\",\"value\":{\"a\":1}}\n");
}

TEST(Output, EventsAreWrittenOnlyWhereTheyAreAskedFor) {
  const auto event = [](Call& call) { put_event(call, "stage", to_json(Progress{"s", 1, 2})); };
  EXPECT_EQ(written(Format::Json, false, event).out, "");
  EXPECT_EQ(written(Format::Events, false, event).out,
            "{\"event\":\"stage\",\"value\":{\"stage\":\"s\",\"done\":1,\"total\":2}}\n");
}

TEST(Output, NotesAreForPeopleWhoDidNotAskForQuiet) {
  const auto note = [](Call& call) { put_note(call, "a note"); };
  EXPECT_EQ(written(Format::Text, false, note).err, "a note\n");
  EXPECT_EQ(written(Format::Text, true, note).err, "");
  EXPECT_EQ(written(Format::Json, false, note).err, "");
}

TEST(Output, AnErrorIsToldToPeopleAndToPrograms) {
  const auto error = [](Call& call) {
    put_error(call.screen, call.arguments.format, {Code::NotFound, "no\nsuch"});
  };
  const Written text = written(Format::Text, true, error);
  EXPECT_EQ(text.out, "");
  EXPECT_EQ(text.err, "oi: no␊such. " + std::string(code_row(Code::NotFound).sentence) + "\n");
  const Written json = written(Format::Json, true, error);
  EXPECT_EQ(json.out,
            "{\"error\":{\"code\":\"not_found\",\"what\":\"no\\nsuch\",\"retry\":false}}\n");
  EXPECT_EQ(json.err, text.err);
}

TEST(Output, TheListenerTurnsNoticesIntoNotesAndEvents) {
  const auto listen = [](Call& call) {
    StatusLine status(call.screen.err, {});
    stage_listener(call, status)(Notice{"wait\x1b"});
  };
  EXPECT_EQ(written(Format::Text, false, listen).err, "wait␛\n");
  EXPECT_EQ(written(Format::Events, false, listen).out,
            "{\"event\":\"notice\",\"value\":{\"text\":\"wait\\u001b\"}}\n");
}

}  // namespace
}  // namespace oi
