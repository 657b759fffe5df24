// Each JSON file is read flat. What would silently give other vectors (another activation, another
// pooling, relative positions) is refused by name instead of being ignored.
#include "runtimes/model_folder.h"

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "base/file.h"
#include "types/json.h"

namespace oi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLongestJson = 1 << 20;  // bytes

Result<FlatObject> read_json(const fs::path& path) {
  const std::string text = TRY(read_file(path, kLongestJson));
  return parse_flat_object(text).within(path.filename().string());
}

// The field's value, or the fallback when the file does not have it.
std::string_view field(const FlatObject& object, const std::string& name,
                       std::string_view fallback) {
  const auto found = object.find(name);
  return found == object.end() || found->second == "null" ? fallback : found->second;
}

template <typename T>
Result<T> number(const FlatObject& object, const std::string& name, T lowest, T highest) {
  const std::string_view text = field(object, name, "");
  T value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size() || value < lowest ||
      value > highest) {
    return Error{Code::Corrupt, "config.json: " + name + " is \"" + std::string(text) + "\""};
  }
  return value;
}

Result<Done> expect(const FlatObject& object, const std::string& name, std::string_view wanted) {
  const std::string_view found = field(object, name, wanted);
  if (found == wanted) return Done{};
  return Error{Code::Unsupported,
               name + " is " + std::string(found) + ", only " + std::string(wanted) + " is known"};
}

Result<BertShape> read_shape(const FlatObject& config) {
  TRY(expect(config, "model_type", "bert"));
  TRY(expect(config, "hidden_act", "gelu"));
  TRY(expect(config, "position_embedding_type", "absolute"));
  BertShape shape;
  shape.vocabulary = TRY(number<uint32_t>(config, "vocab_size", 5, 10'000'000));
  shape.width = TRY(number<uint32_t>(config, "hidden_size", 1, 16384));
  shape.layers = TRY(number<uint32_t>(config, "num_hidden_layers", 1, 200));
  shape.heads = TRY(number<uint32_t>(config, "num_attention_heads", 1, 1024));
  shape.inner = TRY(number<uint32_t>(config, "intermediate_size", 1, 65536));
  shape.positions = TRY(number<uint32_t>(config, "max_position_embeddings", 3, 65536));
  shape.types = TRY(number<uint32_t>(config, "type_vocab_size", 1, 1024));
  shape.epsilon = TRY(number<float>(config, "layer_norm_eps", 0.0f, 0.1f));
  if (shape.width % shape.heads != 0) {
    return Error{Code::Corrupt, "config.json: hidden_size is no multiple of num_attention_heads"};
  }
  return shape;
}

Result<Folding> read_folding(const fs::path& path) {
  if (!fs::exists(path)) return Folding{};
  const FlatObject object = TRY(read_json(path));
  Folding folding;
  folding.lowercase = field(object, "do_lower_case", "true") == "true";
  folding.strip_accents =
      field(object, "strip_accents", folding.lowercase ? "true" : "false") == "true";
  folding.space_cjk = field(object, "tokenize_chinese_chars", "true") == "true";
  return folding;
}

// sentence-transformers writes how token vectors become one; absent means the mean.
Result<Done> check_pooling(const fs::path& path) {
  if (!fs::exists(path)) return Done{};
  const FlatObject object = TRY(read_json(path));
  return expect(object, "pooling_mode_mean_tokens", "true").within("1_Pooling");
}

}  // namespace

Result<ModelFolder> read_model_folder(const fs::path& given) {
  const fs::path folder = given.has_filename() ? given : given.parent_path();  // "models/x/" is x
  ModelFolder found;
  found.vocabulary = folder / "vocab.txt";
  found.weights = folder / "model.safetensors";
  if (!fs::exists(found.weights) && fs::exists(folder / "model.onnx")) {
    found.weights = folder / "model.onnx";
    found.kind = WeightsKind::Onnx;
  }
  for (const fs::path& path : {folder / "config.json", found.vocabulary, found.weights}) {
    if (!fs::exists(path)) return Error{Code::ModelMissing, path.string() + " is not there"};
  }
  const FlatObject config = TRY(read_json(folder / "config.json"));
  found.shape = TRY(read_shape(config));
  found.folding = TRY(read_folding(folder / "tokenizer_config.json"));
  TRY(check_pooling(folder / "1_Pooling" / "config.json"));
  return found;
}

Result<WordPiece> load_words(const ModelFolder& folder) {
  WordPiece words = TRY(WordPiece::load(folder.vocabulary, folder.folding));
  if (words.size() == folder.shape.vocabulary) return words;
  return Error{Code::Corrupt, "vocab.txt has " + std::to_string(words.size()) +
                                  " tokens, config.json says " +
                                  std::to_string(folder.shape.vocabulary)};
}

}  // namespace oi
