// The words themselves. All are folded: small letters without accents.
#include "retrieve/cues.h"

#include <array>

namespace oi {
namespace {

// The first row with a cue that stands in the question decides, so what is more particular comes
// first: "what is the difference between" is Compare before "what" is Lookup.
constexpr auto kCues = std::to_array<CueRow>({
    {AnswerKind::Quote, At::Anywhere,
     "quote|verbatim|word for word|exact words|exact wording|wortlich"},
    {AnswerKind::Quote, At::Start, "zitiere|citez|cita textual"},
    {AnswerKind::Quote, At::Inside, "原文"},
    {AnswerKind::Compare, At::Anywhere,
     "compare|compared|comparison|difference between|differences between|differ|differs|"
     "versus|vs|vergleiche|vergleich|unterschied|unterschiede|comparez|difference entre|"
     "compara|diferencia entre"},
    {AnswerKind::Compare, At::Inside, "区别|比较"},
    {AnswerKind::Summary, At::Anywhere,
     "summarize|summarise|summary|overview|main points|key points|gist|what is this about|"
     "document about|zusammenfassung|resumen"},
    {AnswerKind::Summary, At::Start, "fasse|resumez"},
    {AnswerKind::Summary, At::Inside, "总结|摘要"},
    {AnswerKind::Table, At::Anywhere,
     "table|row|rows|column|columns|spreadsheet|worksheet|tabelle|tableau|tabla"},
    {AnswerKind::Table, At::Inside, "表格"},
    {AnswerKind::Compute, At::Anywhere,
     "average|median|sum of|total of|in total|add up|altogether|calculate|compute|"
     "percentage change|durchschnitt|summe|moyenne|promedio"},
    {AnswerKind::Compute, At::Inside, "平均|总和"},
    {AnswerKind::Count, At::Anywhere,
     "how many|the number of|total number of|wie viele|anzahl|combien de|cuantos|cuantas"},
    {AnswerKind::Count, At::Start, "count"},
    {AnswerKind::Count, At::Inside, "几个|多少个"},
    {AnswerKind::Procedure, At::Anywhere,
     "how do i|how do you|how do we|how to|how can i|how should i|steps to|step by step|"
     "instructions|wie kann ich|wie kann man|comment faire|comment puis je|como puedo"},
    {AnswerKind::Procedure, At::Inside, "如何|怎么"},
    {AnswerKind::Explain, At::Anywhere,
     "why|explain|describe|how does|how do|how did|how is|how are|what causes|what caused|"
     "what happens|warum|wieso|erklare|wie funktioniert|pourquoi|expliquez|por que|explica"},
    {AnswerKind::Explain, At::Inside, "为什么|解释"},
    {AnswerKind::List, At::Anywhere, "list all|list of|list the|types of|kinds of"},
    {AnswerKind::List, At::Start,
     "list|enumerate|what are|which are|name all|name the|name some|give me all|show me all|"
     "welche|nenne|quels sont|quelles sont|cuales son"},
    {AnswerKind::List, At::Inside, "哪些|列出"},
    {AnswerKind::Lookup, At::Anywhere,
     "what|who|whom|whose|when|where|which|how much|how long|how far|how old|how often|"
     "how high|how tall|how big|how large|how fast|how heavy|how deep|definition of|"
     "meaning of"},
    {AnswerKind::Lookup, At::Start,
     "define|find|is|are|was|were|do|does|did|can|may|must|should|will|has|have|wer|wann|wo|"
     "wie viel|wie lange|wie hoch|welcher|welches|qui|quand|ou|quel|quelle|qu est|combien|"
     "quien|cuando|donde|cual|cuanto|que"},
    {AnswerKind::Lookup, At::Inside, "什么|多少|谁|哪"},
});

// A quantity that a document states, not things to count.
constexpr std::string_view kUnits =
    " amps bar calories celsius cm days degrees dollars euros feet gallons gb grams hours "
    "inches kg kilograms kilometers kilometres km liters litres mb meters metres mg miles "
    "milligrams minutes ml months newton ounces percent points pounds psi seconds tons tonnes "
    "volts watts weeks years ";

constexpr std::string_view kMedical =
    " allergic allergy anesthesia antibiotic antibiotics cancer clinical contraindication "
    "contraindications diabetes diagnosis disease dosage dose doses drug drugs infection "
    "medication medications medicine medical mg overdose patient patients pregnancy pregnant "
    "prescription surgery symptom symptoms therapy toxicity vaccine vaccines dosis medikament "
    "krankheit medicament maladie medicamento enfermedad ";
constexpr std::string_view kLegal =
    " attorney contractual court defendant illegal indemnity lawful lawsuit lawyer legal "
    "legally liability liable litigation plaintiff statute statutory unlawful haftung gericht "
    "juridique tribunal ";
constexpr std::string_view kFinancial =
    " bankruptcy dividend dividends financial insurance invest investment investments investor "
    "loan loans mortgage pension tax taxes taxable steuer steuern kredit impot impots prestamo "
    "impuesto impuestos ";
constexpr std::string_view kSafety =
    " danger dangerous electrocution emergency evacuate evacuation explosion explosive fatal "
    "flammable hazard hazardous hazards lethal poison poisonous radiation safety toxic unsafe "
    "gefahr giftig dangereux peligro peligroso ";

// They ask, and do not tell the topic.
constexpr std::string_view kFraming =
    " tell show give please explain describe define summarize summarise mean means meaning many "
    "much need needs needed take takes kind type happen happens say says know find get called per "
    "don "
    "doesn didn isn aren wasn weren won couldn wouldn shouldn ll ve re ";

bool among(std::string_view spaced, std::string_view word) {
  for (size_t at = spaced.find(word); at != std::string_view::npos && !word.empty();
       at = spaced.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (at > 0 && spaced[at - 1] == ' ' && end < spaced.size() && spaced[end] == ' ') return true;
  }
  return false;
}

}  // namespace

std::span<const CueRow> cue_rows() {
  return kCues;
}

bool is_unit(std::string_view folded) {
  return among(kUnits, folded);
}
bool is_framing(std::string_view folded) {
  return among(kFraming, folded);
}
bool is_sensitive(std::string_view folded) {
  return among(kMedical, folded) || among(kLegal, folded) || among(kFinancial, folded) ||
         among(kSafety, folded);
}

}  // namespace oi
