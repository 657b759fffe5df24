#include "runtimes/local_picker.h"

#include <gtest/gtest.h>

#include "local_model.h"

namespace oi {
namespace {

// What the picker picks is tested with the generator; here only what needs no predictions.
class LocalPicker : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_generator()) GTEST_SKIP() << "no " << kGeneratorFile;
    llama_log_set([](ggml_log_level, const char*, void*) {}, nullptr);
    llama_model_params params = llama_model_default_params();
    params.vocab_only = true;
    model_.reset(llama_model_load_from_file(kGeneratorFile.c_str(), params));
    ASSERT_NE(model_, nullptr);
  }
  Result<Picker> make(const char* grammar) const {
    Prompt prompt;
    prompt.grammar = grammar;
    return Picker::make(llama_model_get_vocab(model_.get()), prompt);
  }

  struct Free {
    void operator()(llama_model* model) const { llama_model_free(model); }
  };
  std::unique_ptr<llama_model, Free> model_;
};

TEST_F(LocalPicker, AGrammarOrNoneIsTaken) {
  EXPECT_TRUE(make("").ok());
  EXPECT_TRUE(make("root ::= \"yes\" | \"no\"").ok());
}

TEST_F(LocalPicker, AGrammarThatDoesNotParseIsInvalid) {
  for (const char* bad : {"root ::= (", "root ::= missing", "other ::= \"a\"", "no grammar at all",
                          "root ::= root \"a\""}) {
    EXPECT_EQ(make(bad).error().code, Code::Invalid) << bad;
  }
}

}  // namespace
}  // namespace oi
