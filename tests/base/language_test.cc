#include "base/language.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace oi {
namespace {

TEST(Language, ProseIsTold) {
  struct Case {
    const char* language;
    const char* text;
  };
  for (const Case& one : std::initializer_list<Case>{
           {"en", "The pump must be stopped before the valve is opened, and it should be checked."},
           {"de",
            "Die Pumpe muss angehalten werden, bevor man das Ventil auf dem Dach und im Keller "
            "bei Frost wechselt."},
           {"fr", "La pompe est dans la cave et le moteur ne se met pas en marche avec une clé."},
           {"es", "La bomba está en el sótano y los motores no se ponen en marcha con una llave."},
           {"it",
            "La pompa è nella cantina e il motore non si avvia con una chiave che è di ferro."},
           {"pt", "A bomba está na cave e o motor não se liga com uma chave que é dos outros."},
           {"nl",
            "De pomp staat in de kelder en het is niet mogelijk om de motor met een sleutel te "
            "starten."},
           {"sv",
            "Pumpen är i källaren och det är inte möjligt att starta motorn med en nyckel som "
            "inte har märkts av."},
           {"fi",
            "Pumppu on kellarissa ja se ei ole niin vanha kuin moottori, joka oli myös siellä."},
           {"pl",
            "Pompa jest w piwnicy i nie da się jej uruchomić, bo to nie jest ten klucz do "
            "silnika."},
           {"ru", "Насос стоит в подвале, и он не работает, как это было раньше на заводе."},
           {"uk", "Насос стоїть у підвалі, і він не працює, як це було раніше на заводі та з ним."},
           {"el", "Η αντλία είναι στο υπόγειο"},
           {"ar", "المضخة في القبو"},
           {"zh", "水泵安装在地下室"},
           {"ja", "ポンプは地下室にあります"},
           {"ko", "펌프는 지하실에 있습니다"},
           {"th", "ปั๊มอยู่ในห้องใต้ดิน"},
       }) {
    EXPECT_EQ(language_of(one.text), one.language) << one.text;
  }
}

TEST(Language, WhatTellsNothingIsUnd) {
  for (const char* text :
       {"", "  \n", "12 345 67", "pump", "H-220", "Pump valve motor torque", "\xff\xfe", "🎉🎉"}) {
    EXPECT_EQ(language_of(text), "und") << text;
  }
}

TEST(Language, AQuestionOfFewWordsIsGuessedWithoutBeingSure) {
  const LanguageGuess guess = guess_language("Was ist Entropie?");
  EXPECT_EQ(guess.language, "de");
  EXPECT_FALSE(guess.sure);
}

TEST(Language, ALongTextIsSampledInThreePlaces) {
  std::string text;
  while (text.size() < 200'000)
    text += "Die Pumpe ist in dem Keller und nicht auf dem Dach. ";
  text += std::string(100'000, '7');
  EXPECT_EQ(language_of(text), "de");
}

TEST(Language, ListsAreFoldedAsTheWordsAreThatTheyMeet) {
  for (const Tongue& tongue : tongues()) {
    const std::string words(tongue.words);
    EXPECT_EQ(fold(words), words) << tongue.language;
    EXPECT_EQ(" " + collapse_spaces(words) + " ", words) << tongue.language;
  }
  EXPECT_TRUE(tongue_of("de").has("nicht"));
  EXPECT_FALSE(tongue_of("de").has("nich"));
  EXPECT_FALSE(tongue_of("xx").has("nicht"));
}

}  // namespace
}  // namespace oi
