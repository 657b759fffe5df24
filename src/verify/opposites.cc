// Tables of words, searched from the top. Pairs are written as words and compared as stems.
#include "verify/opposites.h"

#include <algorithm>
#include <iterator>

#include "base/stem.h"

namespace oi {
namespace {

constexpr std::string_view kNegations[] = {
    "not",     "no",      "never",  "none",    "nor",     "neither", "without", "cannot",  "nobody",
    "nothing", "nowhere", "nicht",  "kein",    "keine",   "keinen",  "keiner",  "keinem",  "keines",
    "nie",     "niemals", "ohne",   "weder",   "pas",     "jamais",  "sans",    "aucun",   "aucune",
    "ni",      "nunca",   "sin",    "ningun",  "ninguno", "ninguna", "jamas",   "tampoco", "non",
    "senza",   "mai",     "nessun", "nessuna", "nao",     "sem",     "nenhum",  "nenhuma", "niet",
    "geen",    "nooit",   "zonder", "не",      "нет",     "никогда", "без",     "ни"};

constexpr std::string_view kNegationSigns[] = {"不", "没", "沒", "无", "無", "未",
                                               "非", "勿", "않", "못", "없", "안"};

constexpr std::string_view kContrasts[] = {
    "but",     "whereas", "while", "although", "though", "because", "however", "aber",
    "sondern", "mais",    "pero",  "sino",     "ma",     "unless",  "except",  "if"};

struct Pair {
  const char* a;
  const char* b;
  Opposition how;
};

constexpr Opposition kOpen = Opposition::Open;
constexpr Opposition kBound = Opposition::Bound;
constexpr Pair kPairs[] = {{"increase", "decrease", kOpen},
                           {"increase", "reduce", kOpen},
                           {"rise", "fall", kOpen},
                           {"grow", "shrink", kOpen},
                           {"maximum", "minimum", kOpen},
                           {"allow", "prohibit", kOpen},
                           {"allow", "forbidden", kOpen},
                           {"allow", "forbid", kOpen},
                           {"allow", "ban", kOpen},
                           {"permit", "prohibit", kOpen},
                           {"permit", "forbidden", kOpen},
                           {"permit", "forbid", kOpen},
                           {"accept", "reject", kOpen},
                           {"accept", "refuse", kOpen},
                           {"include", "exclude", kOpen},
                           {"enable", "disable", kOpen},
                           {"required", "optional", kOpen},
                           {"mandatory", "optional", kOpen},
                           {"pass", "fail", kOpen},
                           {"succeed", "fail", kOpen},
                           {"success", "failure", kOpen},
                           {"positive", "negative", kOpen},
                           {"true", "false", kOpen},
                           {"legal", "illegal", kOpen},
                           {"safe", "unsafe", kOpen},
                           {"safe", "dangerous", kOpen},
                           {"valid", "invalid", kOpen},
                           {"internal", "external", kOpen},
                           {"possible", "impossible", kOpen},
                           {"upper", "lower", kOpen},
                           {"higher", "lower", kOpen},
                           {"highest", "lowest", kOpen},
                           {"largest", "smallest", kOpen},
                           {"larger", "smaller", kOpen},
                           {"faster", "slower", kOpen},
                           {"fastest", "slowest", kOpen},
                           {"longest", "shortest", kOpen},
                           {"longer", "shorter", kOpen},
                           {"oldest", "youngest", kOpen},
                           {"older", "younger", kOpen},
                           {"earlier", "later", kOpen},
                           {"earliest", "latest", kOpen},
                           {"best", "worst", kOpen},
                           {"better", "worse", kOpen},
                           {"begin", "end", kOpen},
                           {"start", "stop", kOpen},
                           {"start", "end", kOpen},
                           {"buy", "sell", kOpen},
                           {"import", "export", kOpen},
                           {"win", "lose", kOpen},
                           {"won", "lost", kOpen},
                           {"gain", "loss", kOpen},
                           {"profit", "loss", kOpen},
                           {"add", "remove", kOpen},
                           {"install", "uninstall", kOpen},
                           {"lock", "unlock", kOpen},
                           {"open", "close", kOpen},
                           {"push", "pull", kOpen},
                           {"hot", "cold", kOpen},
                           {"warm", "cold", kOpen},
                           {"wet", "dry", kOpen},
                           {"left", "right", kOpen},
                           {"front", "rear", kOpen},
                           {"front", "back", kOpen},
                           {"north", "south", kOpen},
                           {"east", "west", kOpen},
                           {"northern", "southern", kOpen},
                           {"eastern", "western", kOpen},
                           {"male", "female", kOpen},
                           {"day", "night", kOpen},
                           {"landlord", "tenant", kOpen},
                           {"employer", "employee", kOpen},
                           {"lender", "borrower", kOpen},
                           {"buyer", "seller", kOpen},
                           {"activate", "inhibit", kOpen},
                           {"promote", "inhibit", kOpen},
                           {"improve", "worsen", kOpen},
                           {"strengthen", "weaken", kOpen},
                           {"present", "absent", kOpen},
                           {"above", "below", kBound},
                           {"over", "under", kBound},
                           {"before", "after", kBound},
                           {"more", "less", kBound},
                           {"more", "fewer", kBound},
                           {"most", "least", kBound},
                           {"up", "down", kBound},
                           {"on", "off", kBound},
                           {"in", "out", kBound},
                           {"first", "last", kBound},
                           {"first", "second", kBound},
                           {"high", "low", kBound},
                           {"inside", "outside", kBound},
                           {"with", "without", kBound},
                           {"always", "never", kBound},
                           {"all", "none", kBound},
                           {"within", "after", kBound},
                           {"until", "after", kBound},
                           {"from", "to", kBound},
                           {"erlaubt", "verboten", kOpen},
                           {"vor", "nach", kBound},
                           {"permis", "interdit", kOpen},
                           {"avant", "apres", kBound},
                           {"permitido", "prohibido", kOpen},
                           {"antes", "despues", kBound}};

struct Word {
  std::string_view word;
  Extent extent;
};
constexpr Word kExtents[] = {
    {"all", Extent::All},           {"every", Extent::All},      {"each", Extent::All},
    {"always", Extent::All},        {"everyone", Extent::All},   {"everything", Extent::All},
    {"entirely", Extent::All},      {"completely", Extent::All}, {"alle", Extent::All},
    {"immer", Extent::All},         {"tous", Extent::All},       {"toutes", Extent::All},
    {"toujours", Extent::All},      {"todos", Extent::All},      {"todas", Extent::All},
    {"siempre", Extent::All},       {"some", Extent::Some},      {"sometimes", Extent::Some},
    {"occasionally", Extent::Some}, {"several", Extent::Some},   {"few", Extent::Some},
    {"rarely", Extent::Some},       {"manche", Extent::Some},    {"einige", Extent::Some},
    {"certains", Extent::Some},     {"algunos", Extent::Some},   {"algunas", Extent::Some},
    {"most", Extent::Most},         {"mostly", Extent::Most},    {"usually", Extent::Most},
    {"often", Extent::Most},        {"generally", Extent::Most}, {"typically", Extent::Most},
    {"nearly", Extent::Most},       {"almost", Extent::Most},    {"meist", Extent::Most},
    {"meistens", Extent::Most},     {"only", Extent::Only},      {"solely", Extent::Only},
    {"exclusively", Extent::Only},  {"nur", Extent::Only},       {"seulement", Extent::Only},
    {"solo", Extent::Only},         {"must", Extent::Must},      {"shall", Extent::Must},
    {"required", Extent::Must},     {"mandatory", Extent::Must}, {"obligatory", Extent::Must},
    {"muss", Extent::Must},         {"mussen", Extent::Must},    {"doit", Extent::Must},
    {"doivent", Extent::Must},      {"debe", Extent::Must},      {"deben", Extent::Must},
    {"may", Extent::May},           {"might", Extent::May},      {"optional", Extent::May},
    {"possibly", Extent::May},      {"perhaps", Extent::May},    {"kann", Extent::May},
    {"konnen", Extent::May},        {"darf", Extent::May},       {"peut", Extent::May},
    {"puede", Extent::May}};

template <size_t n>
bool holds(const std::string_view (&table)[n], std::string_view word) {
  return std::find(std::begin(table), std::end(table), word) != std::end(table);
}

}  // namespace

bool is_negation(std::string_view folded) {
  return holds(kNegations, folded) || folded.ends_with("n't") || folded.ends_with("n’t");
}

bool is_negation_sign(std::string_view character) {
  return holds(kNegationSigns, character);
}

bool is_contrast(std::string_view folded) {
  return holds(kContrasts, folded);
}

std::vector<Opposite> opposites_of(std::string_view stem_of_word) {
  std::vector<Opposite> found;
  for (const Pair& pair : kPairs) {
    const std::string a = stem(pair.a);
    const std::string b = stem(pair.b);
    if (a == stem_of_word) found.push_back({b, pair.how});
    if (b == stem_of_word) found.push_back({a, pair.how});
  }
  return found;
}

Extent extent_of(std::string_view folded) {
  for (const Word& row : kExtents) {
    if (row.word == folded) return row.extent;
  }
  return Extent::None;
}

}  // namespace oi
