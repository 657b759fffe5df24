// Reading one sentence.
//
// 1. Words by the Unicode rules; ideographs, kana and hangul are cut to single characters.
// 2. A clause ends at a comma, colon, semicolon, bracket or dash, and at a contrasting word.
// 3. A negation reaches the next content words of its clause, six at most; where none follow, the
//    two before it ("funktioniert nicht").
#include "verify/wording.h"

#include <algorithm>

#include "base/stem.h"
#include "base/text.h"
#include "verify/units.h"

namespace oi {
namespace {

constexpr size_t kReach = 6;      // content words a negation reaches forwards
constexpr size_t kReachBack = 2;  // and backwards, where none follow

// Scripts without spaces between words, and hangul, whose endings vary.
bool by_character(char32_t c) {
  return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) || c >= 0x20000;
}

bool ends_clause(std::string_view between) {
  for (size_t at = 0; at < between.size();) {
    const char32_t c = next_code_point(between, at);
    if (c < 0x80 ? std::string_view(",;:()[]?!.").find(static_cast<char>(c)) != std::string::npos
                 : c == 0x2013 || c == 0x2014 || c == 0x3001 || c == 0x3002 || c == 0xFF0C ||
                       c == 0xFF1B || c == 0xFF1A) {
      return true;
    }
  }
  return false;
}

struct Shape {
  size_t upper = 0;
  size_t letters = 0;
  bool first_upper = false;
  bool digit = false;
};

Shape shape_of(std::string_view raw) {
  Shape shape;
  for (size_t at = 0; at < raw.size();) {
    const bool first = at == 0;
    const char32_t c = next_code_point(raw, at);
    shape.letters += is_letter(c);
    shape.upper += is_upper(c);
    shape.digit |= is_digit(c);
    shape.first_upper |= first && is_upper(c);
  }
  return shape;
}

bool is_number_word(std::string_view folded) {
  return find_number_word(folded) > 1 || find_rank_word(folded) > 2 || find_scale(folded) > 1 ||
         find_month(folded) > 0;
}

Token make_token(std::string_view raw, const Token* before, bool may_be_name) {
  Token token;
  token.folded = fold(raw);
  for (size_t at; (at = token.folded.find("’")) != std::string::npos;) {
    token.folded.replace(at, 3, "'");
  }
  token.stem = stem(token.folded);
  const Shape shape = shape_of(raw);
  token.number = shape.digit;
  token.extent = extent_of(token.folded);
  const bool unit = before != nullptr && (before->number || is_number_word(before->folded)) &&
                    find_unit(raw) != nullptr;
  const bool word = !is_stop_word(token.folded) && !is_negation(token.folded);
  token.content = word && !token.number && !unit && !is_number_word(token.folded);
  const bool acronym = shape.upper > 1 && shape.letters > 1;
  token.name = token.content && ((may_be_name && shape.first_upper) || acronym);
  return token;
}

void add_characters(std::string_view raw, Wording& out, uint32_t clause) {
  for (size_t at = 0; at < raw.size();) {
    const size_t begin = at;
    next_code_point(raw, at);
    Token token;
    token.folded = fold(raw.substr(begin, at - begin));
    token.stem = token.folded;
    token.clause = clause;
    token.content = !is_negation_sign(token.folded);
    out.tokens.push_back(std::move(token));
  }
}

// Title and shouting lines: capitals then say nothing.
bool mostly_capitals(std::string_view text, const std::vector<TextSpan>& spans) {
  size_t upper = 0;
  for (const TextSpan& span : spans)
    upper += shape_of(text.substr(span.begin, span.size())).first_upper;
  return spans.size() > 3 && upper * 10 > spans.size() * 8;
}

void read_negations(Wording& out) {
  const std::vector<Token>& tokens = out.tokens;
  const auto negates = [&](size_t i) {
    return is_negation(tokens[i].folded) || is_negation_sign(tokens[i].folded);
  };
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!negates(i)) continue;
    std::vector<size_t> reached;
    for (size_t k = i + 1; k < tokens.size() && reached.size() < kReach; ++k) {
      if (tokens[k].clause != tokens[i].clause || negates(k) || is_contrast(tokens[k].folded))
        break;
      if (tokens[k].content || tokens[k].number) reached.push_back(k);
    }
    if (reached.empty()) {
      for (size_t k = i; k-- > 0 && reached.size() < kReachBack;) {
        if (tokens[k].clause != tokens[i].clause || negates(k)) break;
        if (tokens[k].content) reached.push_back(k);
      }
    }
    out.negations.push_back(std::move(reached));
  }
}

void read_conditions(Wording& out) {
  const std::vector<Token>& tokens = out.tokens;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i].folded;
    const bool only_if = word == "only" && i + 1 < tokens.size() &&
                         (tokens[i + 1].folded == "if" || tokens[i + 1].folded == "when" ||
                          tokens[i + 1].folded == "with");
    const bool provided =
        word == "provided" && i + 1 < tokens.size() && tokens[i + 1].folded == "that";
    if (only_if || provided || word == "unless" || word == "except" || word == "excluding") {
      out.conditions.push_back(word);
    }
  }
}

}  // namespace

Wording read_wording(std::string_view text, Span span, Capitals capitals) {
  Wording out;
  out.span = span;
  out.text = text;
  const std::vector<TextSpan> spans = words(text);
  const bool names = capitals == Capitals::MarkNames && !mostly_capitals(text, spans);
  uint32_t clause = 0;
  size_t end = 0;
  for (const TextSpan& word : spans) {
    const std::string_view raw = text.substr(word.begin, word.size());
    const bool first = out.tokens.empty();
    if (!first && ends_clause(text.substr(end, word.begin - end))) ++clause;
    end = word.end;
    size_t at = 0;
    if (by_character(next_code_point(raw, at))) {
      add_characters(raw, out, clause);
      continue;
    }
    Token token = make_token(raw, first ? nullptr : &out.tokens.back(), names && !first);
    if (is_contrast(token.folded)) ++clause;
    token.clause = clause;
    out.tokens.push_back(std::move(token));
  }
  // Beside a number, "May" is a month and no permission.
  for (size_t i = 0; i < out.tokens.size(); ++i) {
    const bool number_beside = (i > 0 && out.tokens[i - 1].number) ||
                               (i + 1 < out.tokens.size() && out.tokens[i + 1].number);
    if (out.tokens[i].folded == "may" && number_beside) out.tokens[i].extent = Extent::None;
  }
  read_negations(out);
  read_conditions(out);
  out.quantities = read_quantities(text);
  return out;
}

}  // namespace oi
