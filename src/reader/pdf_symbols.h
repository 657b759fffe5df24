// Signs of fonts whose files give their characters no meaning, and whose encoding is known from the
// font's name.
#pragma once

#include <string_view>

namespace oi::pdf {

// Of the mathematical fonts of TeX (Computer Modern and its kin, AMS symbols): what stands at this
// code. The encodings are OML, OMS and OMX of the LaTeX project ("LaTeX font encodings") and the
// tables of amssymb. 0: another font, or nothing known.
char32_t symbol_of(std::string_view font, char32_t code);

// The pieces of large brackets that Adobe's symbol fonts keep in the private use area, as Unicode
// has them since; any other character as it is.
char32_t without_private_pieces(char32_t c);

}  // namespace oi::pdf
