// A script that one language writes tells it. Among languages of one script the function words
// vote: a third of the words of any prose are among some fifty. Lists are folded, as the words are,
// so that a text whose accents were lost votes too.
#include "base/language.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/script.h"
#include "base/text.h"

namespace oi {
namespace {

constexpr size_t kSample = 8 * 1024;  // bytes of each of three places
constexpr size_t kWordsToBeSure = 3;  // function words
constexpr double kShareToBeSure = 0.08;
constexpr double kAheadToBeSure = 1.2;  // of the next language

constexpr auto kTongues = std::to_array<Tongue>({
    {"en",
     " the is are was were what who when where which how why does do did of and for with that this "
     "in on to from by an can could should would will have has not it be my i you me we our a all "
     "if or but at as into about there their they these those "},
    {"de",
     " der die das den dem des ein eine einen einer ist sind war wird werden was wer wann wo wie "
     "warum welche welcher welches viele viel und oder nicht mit von zu zum zur im am auf fur aus "
     "bei nach uber ich man es sich hat haben kann muss "},
    {"fr",
     " le la les un une des du de est sont qui que quoi quand ou comment pourquoi quel quelle "
     "quels quelles combien et pas avec pour dans sur par au aux ce cette il elle on ne se sa son "
     "ses je "
     "vous qu "},
    {"es",
     " el la los las un una de del es son que quien cuando donde como por cual cuales cuanto "
     "cuantos cuantas y o no con para en se su sus lo al hay esta este yo usted "},
    {"it",
     " il lo la gli le un uno una di del della dei degli delle e sono che chi quando dove come "
     "perche quale quali quanto quanti con per in nel nella da dal dalla al alla si non piu ha "
     "hanno essere questo questa su sul "},
    {"pt",
     " o a os as um uma de do da dos das e sao que quem quando onde como por qual quais quanto "
     "quantos com para em no na nos nas se nao mais foi ser ao aos pelo pela seu sua este esta "
     "ou "},
    {"nl",
     " de het een en van is zijn was wat wie wanneer waar hoe waarom welke hoeveel niet met voor "
     "op aan door naar uit bij ook dat die deze dit te er maar om of als worden wordt heeft kan "
     "moet ik je "},
    {"sv",
     " och att det som en ett den de i pa ar var vad vem nar hur varfor vilken vilket vilka av for "
     "med till fran inte om har kan ska han hon vi jag ett eller men efter "},
    {"da",
     " og at det som en et den de i pa er var hvad hvem hvornar hvor hvordan hvorfor hvilken af "
     "for med til fra ikke om har kan skal han hun vi jeg eller men efter blev nogle ud "},
    {"no",
     " og at det som en et den de i pa er var hva hvem nar hvor hvordan hvorfor hvilken av for "
     "med til fra ikke om har kan skal han hun vi jeg eller men etter ble noen ut "},
    {"fi",
     " ja on ei se etta oli ovat mita mika kuka milloin missa miten miksi joka jotka myos kuin han "
     "mutta tai kun niin tama ne olla voi sen hanen sita "},
    {"hu",
     " a az es hogy nem is egy van volt mi ki mikor hol hogyan miert melyik mennyi meg de ha csak "
     "mint vagy ez ezt azt el kell lehet "},
    {"ro",
     " si de la in cu pe nu un o este sunt ce cine cand unde cum care cat din pentru mai se a al "
     "ai ale sau dar fost prin lui ei "},
    {"tr",
     " ve bir bu da de icin ile ne kim zaman nerede nasil neden hangi kac cok daha olan olarak "
     "gibi ama veya degil mi en kadar her sonra "},
    {"pl",
     " i w z na nie do sie to jest sa co kto kiedy gdzie jak dlaczego ktory ktora ile o od za po "
     "przez dla ale czy tym byl jego oraz lub "},
    {"cs",
     " a v z na ne do se to je jsou co kdo kdy kde jak proc ktery ktera kolik o od za po pro ale "
     "nebo ze by byl jeho i s k ve jako "},
    {"id",
     " yang dan di ke dari untuk dengan pada adalah ini itu tidak apa siapa kapan mana bagaimana "
     "mengapa berapa oleh dalam atau juga akan bisa dapat sebagai "},
    {"ca",
     " el la els les un una de del dels i es son que qui quan on com per quin quina quants amb "
     "en no al als seu seva mes aquest aquesta o ha han "},
    {"ru",
     " и в не на что с по как это из за от до для кто когда где почему какои какая сколько был "
     "была были у о к же но или а то все его при так "},
    {"uk",
     " і в не на що з по як це із за від до для хто коли де чому якии яка скільки був була були "
     "у о та же але або то все иого при так є "},
    {"bg",
     " и в не на че с по как това от за до кои кога къде защо колко е са беше се да но или а при "
     "така ще като към "},
    {"zh", " 的 了 是 在 和 有 我 你 他 吗 呢 什么 多少 哪 哪些 怎么 如何 为什么 谁 "},
    {"ja",
     " の は が を に で と も か です ます した する から まで や へ な だ いる ある 何 ですか "
     "この "
     "その し て た い れ さ "},
    {"ko", " 은 는 이 가 을 를 의 에 에서 와 과 도 로 으로 무엇 입니까 인가 "},
    {"th", " ที่ และ ใน ของ เป็น มี ได้ ให้ การ จะ ไม่ คือ อะไร เท่าไร อย่างไร กับ จาก หรือ "},
});

struct Scripts {
  size_t han = 0, kana = 0, hangul = 0, thai = 0, cyrillic = 0, latin = 0, other = 0;
  std::map<std::string_view, size_t> single;  // letters of scripts that stand for one language
};

std::string_view language_of_script(char32_t c) {
  if (c >= 0x0370 && c <= 0x03ff) return "el";
  if (c >= 0x0530 && c <= 0x058f) return "hy";
  if (c >= 0x0590 && c <= 0x05ff) return "he";
  if (c >= 0x0600 && c <= 0x06ff) return "ar";
  if (c >= 0x0900 && c <= 0x097f) return "hi";
  if (c >= 0x0b80 && c <= 0x0bff) return "ta";
  if (c >= 0x0e80 && c <= 0x0eff) return "lo";
  if (c >= 0x1000 && c <= 0x109f) return "my";
  if (c >= 0x10a0 && c <= 0x10ff) return "ka";
  if (c >= 0x1780 && c <= 0x17ff) return "km";
  return {};
}

void count_letters(std::string_view text, Scripts& scripts) {
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    if (c < 0x250) {
      scripts.latin += is_letter(c);
    } else if (c >= 0x3400 && c <= 0x9fff) {
      ++scripts.han;
    } else if (c >= 0x3040 && c <= 0x30ff) {
      ++scripts.kana;
    } else if (c >= 0xac00 && c <= 0xd7a3) {
      ++scripts.hangul;
    } else if (c >= 0x0e00 && c <= 0x0e7f) {
      ++scripts.thai;
    } else if (c >= 0x0400 && c <= 0x04ff) {
      ++scripts.cyrillic;
    } else if (is_letter(c)) {
      const std::string_view language = language_of_script(c);
      ++(language.empty() ? scripts.other : scripts.single[language]);
    }
  }
}

std::string sample_of(std::string_view text) {
  if (text.size() <= 3 * kSample) return std::string(text);
  std::string sample;
  for (const size_t at : {size_t{0}, text.size() / 2, text.size() - kSample}) {
    const size_t begin = floor_code_point(text, at);
    sample += text.substr(begin, floor_code_point(text, begin + kSample) - begin);
    sample += '\n';
  }
  return sample;
}

LanguageGuess vote(std::string_view sample) {
  std::array<size_t, kTongues.size()> votes{};
  size_t all = 0;
  const std::string folded = fold(sample);
  for (const TextSpan span : words(folded)) {
    const std::string_view word = std::string_view(folded).substr(span.begin, span.size());
    // "what's" votes as "what".
    const std::string_view first = word.substr(0, word.find_first_of("'\xe2"));
    ++all;
    for (size_t i = 0; i < kTongues.size(); ++i)
      votes[i] += kTongues[i].has(word) || (first != word && kTongues[i].has(first));
  }
  const auto best = std::max_element(votes.begin(), votes.end());
  if (*best == 0) return {};
  size_t second = 0;
  for (auto at = votes.begin(); at != votes.end(); ++at) {
    if (at != best) second = std::max(second, *at);
  }
  const auto share = static_cast<double>(*best) / static_cast<double>(all);
  const bool ahead = static_cast<double>(*best) >= kAheadToBeSure * static_cast<double>(second);
  const std::string_view language = kTongues[static_cast<size_t>(best - votes.begin())].language;
  return {std::string(language), *best >= kWordsToBeSure && share >= kShareToBeSure && ahead};
}

}  // namespace

std::span<const Tongue> tongues() {
  return kTongues;
}

Tongue tongue_of(std::string_view language) {
  for (const Tongue& tongue : kTongues) {
    if (tongue.language == language) return tongue;
  }
  return {language, ""};
}

bool Tongue::has(std::string_view folded) const {
  for (size_t at = words.find(folded); at != std::string_view::npos && !folded.empty();
       at = words.find(folded, at + 1)) {
    const size_t end = at + folded.size();
    if (at > 0 && words[at - 1] == ' ' && end < words.size() && words[end] == ' ') return true;
  }
  return false;
}

LanguageGuess guess_language(std::string_view text) {
  const std::string sample = sample_of(text);
  Scripts scripts;
  count_letters(sample, scripts);
  // A Han character says as much as two or three letters do.
  const size_t plain = scripts.latin + scripts.cyrillic;
  if (scripts.kana > 0 && 2 * (scripts.kana + scripts.han) > plain) return {"ja", true};
  if (2 * scripts.hangul > plain) return {"ko", true};
  if (scripts.thai > plain) return {"th", true};
  if (2 * scripts.han > plain) return {"zh", true};
  for (const auto& [language, letters] : scripts.single) {
    if (letters > plain) return {std::string(language), true};
  }
  if (scripts.other > plain || plain == 0) return {};
  return vote(sample);
}

std::string language_of(std::string_view text) {
  LanguageGuess guess = guess_language(text);
  return guess.sure ? std::move(guess.language) : "und";
}

}  // namespace oi
