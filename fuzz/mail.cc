// Messages and mailboxes: never a crash, never a broken protocol.
#include "fuzz/parsed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  oi::fuzz::run(oi::read_email, oi::Kind::Email, bytes, size);
  oi::fuzz::run(oi::read_mailbox, oi::Kind::Mailbox, bytes, size);
  return 0;
}
