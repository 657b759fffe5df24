#include "reader/mail.h"

#include <gtest/gtest.h>

#include "tests/reader/collected.h"
#include "tests/reader/picture_writer.h"

namespace oi::test {
namespace {

Collected read(const std::string& bytes) {
  load_character_sets();
  return collect(read_email, bytes, Kind::Email);
}

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0U);
    for (size_t k = 0; k < 4; ++k)
      text += k > bytes.size() - i ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    if (i % 57 == 54) text += "\r\n";
  }
  return text;
}

const std::string kHead =
    "From: Ada <ada@example.org>\r\nTo: Bob <bob@example.org>\r\n"
    "Date: Tue, 1 Dec 2026 10:00:00 +0000\r\nSubject: Plans\r\nMIME-Version: 1.0\r\n";

std::string part(const std::string& fields, const std::string& body) {
  return "--b\r\n" + fields + "\r\n\r\n" + body + "\r\n";
}
std::string mixed(const std::string& parts, const std::string& kind = "mixed") {
  return kHead + "Content-Type: multipart/" + kind + "; boundary=\"b\"\r\n\r\n" + parts +
         "--b--\r\n";
}

TEST(Mail, HeaderLinesStandAboveTheText) {
  const Collected all = read(kHead + "X-Other: hidden\r\n\r\nHello Bob,\r\n\r\nsee you.\r\n");
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_EQ(all.title, "Plans");
  EXPECT_EQ(all.text(),
            "From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\n"
            "Date: Tue, 1 Dec 2026 10:00:00 +0000\nSubject: Plans\n\nHello Bob,\n\nsee you.");
  EXPECT_TRUE(all.problems.empty());
}

TEST(Mail, EncodedWordsOfFieldsAreRead) {
  const struct {
    const char* raw;
    const char* text;
  } kFields[] = {
      {"=?utf-8?Q?Gr=C3=BC=C3=9Fe?= an =?iso-8859-1?q?M=FCller?=",
       "Gr\u00FC\u00DFe an M\u00FCller"},
      {"=?utf-8?B?w6Q=?= =?utf-8?B?w7Y=?=", "\u00E4\u00F6"},
      {"=?utf-8?B?w6Q=?=\t =?utf-8?B?ww==?= =?utf-8?B?tg==?=",
       "\u00E4\u00F6"},  // cut in a character
      {"=?iso-2022-jp?B?GyRCJDMkcxsoQg==?=", "\u3053\u3093"},
      {"=?x-unknown?Q?abc?=", "abc"},
      {"a =?utf-8?Z?b?= c", "a =?utf-8?Z?b?= c"},
      {"=?utf-8", "=?utf-8"},
      {"plain  and\twide", "plain and wide"},
  };
  for (const auto& field : kFields)
    EXPECT_EQ(readable_field(field.raw, {}), field.text) << field.raw;
}

TEST(Mail, ParametersMayBeQuotedCutAndEncoded) {
  const ReadLimits limits;
  EXPECT_EQ(parse_value("Text/Plain; Charset=\"a;b\"").parameter("charset", limits), "a;b");
  EXPECT_EQ(parse_value("a/b; name*=utf-8'en'%e2%82%ac.pdf").parameter("name", limits),
            "\u20AC.pdf");
  EXPECT_EQ(parse_value("a/b; name*0*=utf-8''%e2%82; name*1*=%ac; name*2=\" rates.pdf\"")
                .parameter("name", limits),
            "\u20AC rates.pdf");
  EXPECT_EQ(parse_value("a/b; name=\"=?utf-8?Q?=C3=A4.txt?=\"").parameter("name", limits),
            "\u00E4.txt");
  EXPECT_EQ(parse_value("a/b").parameter("name", limits), "");
  EXPECT_EQ(parse_value("a/b; ; name=\"open").parameter("name", limits), "open");
}

TEST(Mail, TransferEncodingsAreUndone) {
  EXPECT_EQ(decode_transfer("SGVs\r\nbG8=", "base64"), "Hello");
  EXPECT_EQ(decode_transfer("a=3Db=\r\nc =\nd=ZZ", "quoted-printable"), "a=bc d=ZZ");
  EXPECT_EQ(decode_transfer("begin 644 x\n#0V%T\n`\nend\n", "x-uuencode"), "Cat");
  EXPECT_EQ(decode_transfer("as it is", "8bit"), "as it is");
}

TEST(Mail, TheBodyIsReadInItsOwnCharacterSet) {
  const std::string kGreek = "\xC1\xE8\xDE\xED\xE1 \xEA\xE1\xEB\xE7\xEC\xDD\xF1\xE1";
  const Collected all = read(kHead +
                             "Content-Type: text/plain; charset=iso-8859-7\r\n"
                             "Content-Transfer-Encoding: base64\r\n\r\n" +
                             base64(kGreek));
  EXPECT_NE(all.text().find("Αθήνα καλημέρα"), std::string::npos) << all.text();
}

TEST(Mail, FlowedLinesAreJoinedAndQuotesKeptApart) {
  const Collected all = read(kHead +
                             "Content-Type: text/plain; format=flowed\r\n\r\n"
                             "One long \r\nparagraph.\r\nNext line.\r\n> They \r\n> wrote.\r\n"
                             ">> Before.\r\nMy answer.\r\n-- \r\nAda\r\n");
  const std::string text = all.text();
  EXPECT_NE(text.find("One long paragraph.\nNext line.\n\nThey wrote.\n\nBefore.\n\nMy answer.\n\n"
                      "--\nAda"),
            std::string::npos)
      << text;
  for (const TextRun& run : all.runs)
    EXPECT_EQ(run.block == BlockKind::Quote, run.text == "They wrote." || run.text == "Before.")
        << run.text;
}

TEST(Mail, OfAlternativesPlainTextIsReadElseHtml) {
  const std::string plain = part("Content-Type: text/plain", "in plain words");
  const std::string html = part("Content-Type: text/html", "<p>in <b>marked</b> words</p>");
  const Collected both = read(mixed(plain + html, "alternative"));
  EXPECT_NE(both.text().find("in plain words"), std::string::npos);
  EXPECT_EQ(both.text().find("marked"), std::string::npos);
  const Collected blank =
      read(mixed(part("Content-Type: text/plain", " \r\n") + html, "alternative"));
  EXPECT_NE(blank.text().find("Subject: Plans\n\nin marked words"), std::string::npos)
      << blank.text();
}

// C187, C188: what is attached is a file inside, under its own name.
TEST(Mail, AttachmentsAreFilesInsideWithTheirNames) {
  const std::string pdf = "%PDF-1.4\nnot really\n";
  const Collected all = read(mixed(
      part("Content-Type: text/plain", "See attached.") +
      part("Content-Type: application/pdf; name=\"x\"\r\nContent-Transfer-Encoding: base64\r\n"
           "Content-Disposition: attachment; filename*=utf-8''Pl%C3%A4ne.pdf",
           base64(pdf)) +
      part("Content-Type: text/csv; name=\"table.csv\"", "a,b\r\n1,2") +
      part("Content-Type: message/rfc822", "Subject: Older/words\r\n\r\nInner text.") +
      part("Content-Type: application/ms-tnef; name=\"winmail.dat\"", "x")));
  ASSERT_TRUE(all.outcome.ok());
  ASSERT_EQ(all.children.size(), 4U);
  EXPECT_EQ(all.children[0].name, "Pl\u00E4ne.pdf");
  EXPECT_EQ(all.children[0].bytes, pdf);
  EXPECT_TRUE(all.children[0].whole);
  EXPECT_EQ(all.children[1].bytes, "a,b\r\n1,2");
  EXPECT_EQ(all.children[2].name, "Older_words.eml");
  EXPECT_EQ(all.children[2].bytes, "Subject: Older/words\r\n\r\nInner text.");
  EXPECT_EQ(all.children[3].name, "winmail.dat");
  EXPECT_NE(all.text().find("See attached."), std::string::npos);
}

// The body is taken in slices, which end between groups of four digits wherever lines and padding
// stand; the file is the same as in one piece.
TEST(Mail, ALargeAttachmentComesOutWhole) {
  std::string body, file;
  while (file.size() < 2'500'000) {
    body += "QUJDREVG\r\nR0hJ";
    file += "ABCDEFGHI";
    if (file.size() % 7 == 0) body += "Sg==\r\n", file += "J";
  }
  std::string_view rest = body;
  std::string joined;
  int slices = 0;
  for (; !rest.empty(); ++slices)
    joined += decode_transfer(take_slice(rest, "base64"), "base64");
  EXPECT_GT(slices, 2);
  EXPECT_TRUE(joined == file);
  const Collected all = read(
      "Subject: x\r\nMIME-Version: 1.0\r\nContent-Type: application/octet-stream; "
      "name=\"a.bin\"\r\n"
      "Content-Transfer-Encoding: base64\r\n\r\n" +
      body);
  ASSERT_EQ(all.children.size(), 1u);
  EXPECT_TRUE(all.children[0].bytes == file);
}

TEST(Mail, PicturesInTheTextArePartOfIt) {
  const Collected all =
      read(mixed(part("Content-Type: text/html", "<p>Look: <img src=\"cid:a\"></p>") +
                     part("Content-Type: image/png; name=\"chart.png\"\r\nContent-ID: <a>\r\n"
                          "Content-Transfer-Encoding: base64",
                          base64(png_of(marked(64, 64)))),
                 "related"));
  ASSERT_EQ(all.bitmaps.size(), 1U);
  EXPECT_EQ(all.bitmaps[0].start.name, "chart.png");
  EXPECT_TRUE(all.children.empty());
}

TEST(Mail, ASavedWebPageIsReadWithoutItsMachinery) {
  const Collected all = read(mixed(part("Content-Type: text/html", "<h1>Saved</h1><p>page</p>") +
                                       part("Content-Type: text/css", "h1 { color: red }"),
                                   "related; type=\"text/html\""));
  EXPECT_NE(all.text().find("Saved\n\npage"), std::string::npos) << all.text();
  EXPECT_TRUE(all.children.empty());
  EXPECT_EQ(all.text().find("color"), std::string::npos);
}

TEST(Mail, WhatIsSignedIsReadAndWhatIsEncryptedIsTold) {
  const Collected detached =
      read(mixed(part("Content-Type: text/plain", "signed words") +
                     part("Content-Type: application/pgp-signature", "-----BEGIN PGP"),
                 "signed"));
  EXPECT_NE(detached.text().find("signed words"), std::string::npos);
  EXPECT_TRUE(detached.children.empty());

  const std::string inner = "Content-Type: text/plain\r\n\r\nsealed words";
  const auto der = [](char tag, const std::string& content) {
    return std::string(1, tag) + static_cast<char>(content.size()) + content;
  };
  const std::string seal = der(
      0x30, der(6, "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x02") +
                der('\xA0', der(0x30, der(2, "\1") + der(0x31, "") +
                                          der(0x30, der(6, "\x2A\x86\x48\x86\xF7\x0D\x01\x07\x01") +
                                                        der('\xA0', der(4, inner))))));
  const Collected sealed = read(kHead +
                                "Content-Type: application/pkcs7-mime; smime-type=signed-data; "
                                "name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
                                base64(seal));
  EXPECT_NE(sealed.text().find("sealed words"), std::string::npos) << sealed.text();
  EXPECT_TRUE(sealed.problems.empty());

  for (const std::string& secret :
       {mixed(part("Content-Type: application/pgp-encrypted", "Version: 1"), "encrypted"),
        kHead + "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nMIIB"})
    EXPECT_TRUE(read(secret).has_problem("part_encrypted"));
}

TEST(Mail, AMessageThatIsCutSaysSo) {
  const std::string whole = mixed(part("Content-Type: text/plain", "the first part") +
                                  part("Content-Type: text/plain", "the second part"));
  const Collected all = read(whole.substr(0, whole.size() - 12));
  EXPECT_TRUE(all.has_problem("message_cut"));
  EXPECT_NE(all.text().find("the second"), std::string::npos);
}

TEST(Mail, PartsInPartsEndAtADepth) {
  std::string nested = "Content-Type: text/plain\r\n\r\ninnermost";
  for (int i = 0; i < 200; ++i) {
    const std::string b = "b" + std::to_string(i);
    nested = "Content-Type: multipart/mixed; boundary=" + b + "\r\n\r\n--" + b + "\r\n" + nested +
             "\r\n--" + b + "--\r\n";
  }
  const Collected all = read("Subject: deep\r\n" + nested);
  ASSERT_TRUE(all.outcome.ok());
  EXPECT_TRUE(all.has_problem("part_too_deep"));
}

TEST(Mail, AMailboxIsItsMessages) {
  const std::string box =
      "From ada@example.org Tue Dec  1 10:00:00 2026\nSubject: One\nFrom: Ada\n\nBody one.\n"
      "From here it goes on.\n>From the start.\n\n"
      "From bob@example.org Tue Dec  1 11:00:00 2026\nSubject: =?utf-8?Q?Zw=C3=B6lf?=\n"
      "From: Bob\n\nBody two.\n";
  const Collected all = collect(read_mailbox, box, Kind::Mailbox);
  ASSERT_TRUE(all.outcome.ok());
  ASSERT_EQ(all.children.size(), 2U);
  EXPECT_EQ(all.children[0].name, "message 1 One.eml");
  EXPECT_EQ(all.children[1].name, "message 2 Zw\u00F6lf.eml");
  EXPECT_EQ(all.children[0].bytes,
            "Subject: One\nFrom: Ada\n\nBody one.\nFrom here it goes on.\nFrom the start.\n\n");
  EXPECT_EQ(all.text(), "Ada, One\nBob, Zw\u00F6lf");
}

TEST(Mail, DamageAtAnyPlaceEndsWithAStatedOutcome) {
  const std::string whole =
      mixed(part("Content-Type: text/plain; charset=utf-8", "words =?utf-8?Q?a?=") +
            part("Content-Type: text/html", "<p>words") +
            part("Content-Type: image/png\r\nContent-Transfer-Encoding: base64",
                 base64(png_of(marked(40, 40)))) +
            part("Content-Type: message/rfc822", kHead + "\r\nInner"));
  for (size_t size = 0; size < 64; ++size)
    (void)read(whole.substr(0, whole.size() * size / 64));
  for (size_t place = 0; place < 256; ++place) {
    std::string flipped = whole;
    flipped[whole.size() * place / 256] ^= 0x55;
    const Collected all = read(flipped);
    if (!all.outcome.ok()) {
      EXPECT_NE(all.outcome.error().code, Code::Bug);
    }
  }
}

}  // namespace
}  // namespace oi::test
