// Faces may not see rules/, so what is told of it passes through here.
#include "engine/about.h"

#include "rules/modes.h"

namespace oi {

std::string program_version() {
  return OI_VERSION;
}

std::string rules_page() {
  return rules_markdown();
}

}  // namespace oi
