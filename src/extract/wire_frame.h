// The numbers of the frames: known to the two halves of the protocol, its table and its encoding.
#pragma once

#include <cstdint>

namespace oi {

enum class Frame : uint16_t {
  Request = 1,
  Hello,
  Kind,
  Title,
  PageStart,
  TextRuns,
  Marks,
  PageEnd,
  TableStart,
  TableEnd,
  BitmapStart,
  BitmapRows,
  Sound,
  ChildStart,
  ChildBytes,
  ChildEnd,
  Problem,
  Dropped,
  Refusal,
  End,
};
inline constexpr uint16_t kFrames = static_cast<uint16_t>(Frame::End) + 1;

}  // namespace oi
