#include <gtest/gtest.h>

#include "reader/readers.h"

namespace oi {
namespace {

Kind kind(std::string_view bytes, std::string extension = {}) {
  Request request;
  request.extension = std::move(extension);
  return kind_of(bytes, request);
}

TEST(Kind, TheContentDecidesBeforeTheName) {
  EXPECT_EQ(kind("%PDF-1.7\n", "txt"), Kind::Pdf);
}

TEST(Kind, TheNameDecidesAmongEquals) {
  EXPECT_EQ(kind("# A title\n", "md"), Kind::Markdown);
  EXPECT_EQ(kind("# A title\n"), Kind::Text);
}

}  // namespace
}  // namespace oi
