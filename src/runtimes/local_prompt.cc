// Messages to tokens by the model's own chat template.
//
// The template is rendered with a mark in place of each message and then cut at the marks. Only the
// template's own pieces may become special tokens; a message never does. So a document that spells
// "<|im_end|>" is read as those letters: it cannot end its turn or begin another.
#include "runtimes/local_prompt.h"

#include <llama.h>

#include <algorithm>
#include <exception>
#include <limits>

#include "base/text.h"

namespace oi {
namespace {

constexpr int32_t kExtraTokens = 8;  // a token has at least one byte, but some begin a text
constexpr size_t kLongestText = std::numeric_limits<int32_t>::max() - kExtraTokens;

// What stands for message i while the template is rendered. No template changes it.
std::string mark(size_t i) {
  return "\x02" + std::to_string(i) + "\x03";
}

// The rendered template, or nothing when the library does not know it or it leaves a message out.
std::string render(const char* chat_template, std::span<const Message> messages) {
  std::vector<std::string> marks;
  for (size_t i = 0; i < messages.size(); ++i) {
    marks.push_back(mark(i));
  }
  std::vector<llama_chat_message> chat;
  for (size_t i = 0; i < messages.size(); ++i) {
    chat.push_back({messages[i].role.c_str(), marks[i].c_str()});
  }
  const int32_t size =
      llama_chat_apply_template(chat_template, chat.data(), chat.size(), true, nullptr, 0);
  if (size < 0) return {};
  std::string text(static_cast<size_t>(size), '\0');
  llama_chat_apply_template(chat_template, chat.data(), chat.size(), true, text.data(), size);
  size_t at = 0;
  for (const std::string& one : marks) {
    at = text.find(one, at);
    if (at == std::string::npos) return {};
  }
  return text;
}

}  // namespace

Result<Done> tokenize(const llama_vocab* vocab, std::string_view text, Special special,
                      Tokens& tokens) {
  if (text.size() > kLongestText) {
    return Error{Code::TooLarge, "text of " + std::to_string(text.size()) + " bytes"};
  }
  const auto length = static_cast<int32_t>(text.size());
  const bool parse = special == Special::AsTokens;
  const size_t before = tokens.size();
  const int32_t room = length + kExtraTokens;
  try {
    tokens.resize(before + static_cast<size_t>(room));
    const int32_t got = llama_tokenize(vocab, text.data(), length, tokens.data() + before, room,
                                       /*add_special=*/false, parse);
    tokens.resize(before + static_cast<size_t>(std::max(got, 0)));
    if (got < 0) return Error{Code::ModelFailed, "a token without text in the vocabulary"};
  } catch (const std::exception& failure) {
    return Error{Code::ModelFailed, failure.what()};
  }
  return Done{};
}

Result<Tokens> lay_out(const llama_model* model, std::span<const Message> messages) {
  const llama_vocab* vocab = llama_model_get_vocab(model);
  std::string text;
  if (const char* own = llama_model_chat_template(model, nullptr)) text = render(own, messages);
  // Without a usable template of its own, a model gets ChatML, which most have seen.
  if (text.empty()) text = render("chatml", messages);
  Tokens tokens;
  const llama_token begin = llama_vocab_bos(vocab);
  if (llama_vocab_get_add_bos(vocab) && begin >= 0) tokens.push_back(begin);
  size_t at = 0;
  for (size_t i = 0; i < messages.size(); ++i) {
    const std::string here = mark(i);
    const size_t found = text.find(here, at);
    if (found == std::string::npos) return Error{Code::Bug, "the chat template lost a message"};
    const std::string_view between = std::string_view(text).substr(at, found - at);
    TRY(tokenize(vocab, between, Special::AsTokens, tokens));
    TRY(tokenize(vocab, trim(messages[i].text), Special::AsText, tokens));
    at = found + here.size();
  }
  TRY(tokenize(vocab, std::string_view(text).substr(at), Special::AsTokens, tokens));
  return tokens;
}

std::string piece_of(const llama_vocab* vocab, llama_token token) {
  std::string piece(32, '\0');
  int32_t size = llama_token_to_piece(vocab, token, piece.data(), 32, 0, false);
  if (size < 0) {
    piece.resize(static_cast<size_t>(-size));
    size = llama_token_to_piece(vocab, token, piece.data(), -size, 0, false);
  }
  piece.resize(static_cast<size_t>(std::max(size, 0)));
  return piece;
}

}  // namespace oi
