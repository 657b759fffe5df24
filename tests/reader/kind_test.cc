#include <gtest/gtest.h>

#include "reader/kind.h"

namespace oi {
namespace {

using std::string_literals::operator""s;

Kind kind(std::string_view bytes, std::string extension = {}) {
  Request request;
  request.extension = std::move(extension);
  return kind_of(bytes, request);
}

std::string mpeg_frames() {  // layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame
  std::string bytes;
  for (int i = 0; i < 3; ++i)
    bytes += "\xFF\xFB\x90\x40"s + std::string(413, '\x11');
  return bytes;
}

std::string adts_frames() {  // 64 bytes a frame
  std::string bytes;
  for (int i = 0; i < 3; ++i)
    bytes += "\xFF\xF1\x50\x80\x08\x1F\xFC"s + std::string(57, '\x22');
  return bytes;
}

std::string tar_header() {
  std::string header(1024, '\0');
  header.replace(0, 5, "a.txt");
  header.replace(100, 7, "0000644");
  header.replace(257, 5, "ustar");
  uint32_t sum = 8 * ' ';
  for (const char c : header)
    sum += static_cast<uint8_t>(c);
  char digits[8];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  header.replace(148, 6, digits);
  header[155] = ' ';
  return header;
}

std::string utf16(std::string_view ascii) {
  std::string bytes = "\xFF\xFE";
  for (const char c : ascii)
    bytes += {c, '\0'};
  return bytes;
}

struct Case {
  const char* name;
  std::string bytes;
  Kind kind;
};

std::vector<Case> cases() {
  return {
      {"PDF", "%PDF-1.7\n1 0 obj\n", Kind::Pdf},
      {"PDF behind rubbish", "rubbish\n%PDF-1.4\n1 0 obj << >>\nstartxref", Kind::Pdf},
      {"RTF", "{\\rtf1\\ansi Words}", Kind::Rtf},
      {"PNG", "\x89PNG\r\n\x1A\n...", Kind::Image},
      {"JPEG", "\xFF\xD8\xFF\xE0..JFIF", Kind::Image},
      {"TIFF, little", "II*\0\x08\0\0\0"s, Kind::Image},
      {"TIFF, big", "MM\0*\0\0\0\x08"s, Kind::Image},
      {"WebP", "RIFF\x10\0\0\0WEBPVP8 "s, Kind::Image},
      {"HEIC", "\0\0\0\x18"s + "ftypheic\0\0\0\0mif1heic"s, Kind::Image},
      {"AVIF", "\0\0\0\x18"s + "ftypavif\0\0\0\0avifmif1"s, Kind::Image},
      {"BMP", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0"s, Kind::Image},
      {"GIF", "GIF89a\x01\0\x01\0"s, Kind::Image},
      {"WAV", "RIFF\x24\0\0\0WAVEfmt "s, Kind::Audio},
      {"MP3 with a tag", "ID3\x04\0\0\0\0\0\x0A"s, Kind::Audio},
      {"MP3", mpeg_frames(), Kind::Audio},
      {"AAC", adts_frames(), Kind::Audio},
      {"FLAC", "fLaC\0\0\0\x22"s, Kind::Audio},
      {"Opus", "OggS\0\x02\0\0OpusHead"s, Kind::Audio},
      {"M4A", "\0\0\0\x18"s + "ftypM4A \0\0\0\0"s, Kind::Audio},
      {"AIFF", "FORM\0\0\0\x10"s + "AIFFCOMM"s, Kind::Audio},
      {"CAF", "caff\0\x01\0\0"s, Kind::Audio},
      {"MP4", "\0\0\0\x18"s + "ftypisom\0\0\0\0"s, Kind::Video},
      {"MOV", "\0\0\0\x14"s + "ftypqt  \0\0\0\0"s, Kind::Video},
      {"Matroska", "\x1A\x45\xDF\xA3...matroska", Kind::Video},
      {"AVI", "RIFF\x24\0\0\0AVI LIST"s, Kind::Video},
      {"7z", "7z\xBC\xAF\x27\x1C\0\x04"s, Kind::Archive},
      {"tar", tar_header(), Kind::Archive},
      {"gzip", "\x1F\x8B\x08\0\0\0\0\0"s, Kind::Archive},
      {"bzip2", "BZh91AY&SY....", Kind::Archive},
      {"xz", "\xFD"s + "7zXZ\0\0\x04"s, Kind::Archive},
      {"zstd", "\x28\xB5\x2F\xFD...."s, Kind::Archive},
      {"one message",
       "Received: from a by b\r\nFrom: Ann <ann@example.org>\r\nTo: bo@example.org\r\nSubject: "
       "Pump\r\n folded\r\nMessage-ID: <1@x>\r\n\r\nIt is out.\r\n",
       Kind::Email},
      {"a web page saved as a message",
       "From: <Saved>\nSubject: Page\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\t"
       "boundary=x\n\n--x\n",
       Kind::Email},
      {"many messages",
       "From ann@example.org Mon Jan  1 10:00:00 2024\nFrom: ann@example.org\nSubject: a\n\nx\n",
       Kind::Mailbox},
      {"HTML by its type", "<!-- note -->\n<!DOCTYPE html>\n<title>a</title><p>x", Kind::Html},
      {"HTML by its root", "<HTML><body>x", Kind::Html},
      {"XHTML", "<?xml version='1.0'?>\n<!DOCTYPE html>\n<html xmlns='x'><p>x</p></html>",
       Kind::Html},
      {"a piece of HTML", "<div><p>One</p><p>Two</p><ul><li>x</li></ul></div>", Kind::Html},
      {"XML by its declaration", "<?xml version=\"1.0\"?><order><line>1</line></order>", Kind::Xml},
      {"XML by its one root", "<order>\n<line n=\"1\">bolt</line>\n</order>\n", Kind::Xml},
      {"XML in two bytes", utf16("<?xml version=\"1.0\"?><a><b>c</b></a>"), Kind::Xml},
      {"JSON object", "{\n \"a\": [1, 2.5e3, true, null, \"x\\\"y\"],\n \"b\": {}\n}\n",
       Kind::Json},
      {"JSON array", "[{\"a\":1},{\"a\":2}]", Kind::Json},
      {"JSON lines", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", Kind::Json},
      {"YAML", "---\nname: pump\nparts:\n  - seal\n  - bolt\nlimits:\n  pressure: 5\n  heat: 80\n",
       Kind::Yaml},
      {"CSV", "name,age,town\nAnn,31,Rome\n\"Bo, the old\",70,Oslo\nCy,5,Lima\n", Kind::Csv},
      {"CSV by semicolons", "a;b;c\n1,5;2;3\n4,5;5;6\n", Kind::Csv},
      {"CSV that names its delimiter", "sep=;\r\na;b\r\n1;2\r\n", Kind::Csv},
      {"TSV", "part\tprice\nbolt\t3\nnut\t2\nseal\t9\n", Kind::Csv},
      {"CSV in two bytes", utf16("a,b,c\r\n1,2,3\r\n4,5,6\r\n"), Kind::Csv},
      {"SRT",
       "1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:00:03,000 --> 00:00:04,000\nYes.\n",
       Kind::Subtitles},
      {"WebVTT", "WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n", Kind::Subtitles},
      {"log",
       "2024-01-02 03:04:05,123 INFO start\n2024-01-02 03:04:06,001 WARN hot, hotter\n  at x\n"
       "2024-01-02 03:04:07,500 ERROR out of oil\n",
       Kind::Log},
      {"log of a system",
       "Jan  2 03:04:05 host pump[12]: on\nJan  2 03:04:06 host pump[12]: off\n"
       "Jan 12 03:04:07 host pump[12]: on\n",
       Kind::Log},
      {"log of a web server",
       "10.0.0.1 - - [02/Jan/2024:03:04:05 +0000] \"GET / HTTP/1.1\" 200 5\n"
       "10.0.0.2 - - [02/Jan/2024:03:04:06 +0000] \"GET /a HTTP/1.1\" 200 7\n"
       "10.0.0.2 - - [02/Jan/2024:03:04:07 +0000] \"GET /b HTTP/1.1\" 404 7\n",
       Kind::Log},
      {"script", "#!/bin/sh\necho hello\n", Kind::Code},
      {"C++", "#include <vector>\n\nnamespace a {\n\nint f(int x) {\n  return x + 1;\n}\n\n}\n",
       Kind::Code},
      {"Java",
       "package a.b;\n\nimport java.util.List;\n\npublic class A {\n  private int x = 1;\n}\n",
       Kind::Code},
      {"Python",
       "import os\nfrom re import match\n\ndef f(x):\n    if x:\n        return os.sep\n\nclass "
       "A:\n"
       "    pass\n",
       Kind::Code},
      {"Markdown by strong signs",
       "# Pump\n\nThe **seal** is [here](a.md).\n\n- one\n- two\n\n```\ncode\n```\n",
       Kind::Markdown},
      {"prose",
       "The pump is red. It has a seal, a bolt and a nut.\n\nWhen it stops, call Ann; she knows.\n",
       Kind::Text},
      {"a list of notes", "Remember:\n- milk\n- bread\n", Kind::Text},
  };
}

// Issue 4, 1: a renamed file is read as what it is.
TEST(Kind, TheContentDecidesUnderEveryWrongName) {
  for (const Case& test : cases()) {
    EXPECT_EQ(kind(test.bytes), test.kind) << test.name << " without a name";
    for (const char* wrong : {"pdf", "docx", "jpg", "mp3", "zip", "eml", "html", "xml", "json",
                              "csv", "srt", "log", "cc", "yaml", "md", "txt"}) {
      // Prose has no form that could speak against a name.
      if (test.kind == Kind::Text) continue;
      const Kind told = kind(test.bytes, wrong);
      EXPECT_EQ(name_of(told), std::string(name_of(test.kind))) << test.name << " as ." << wrong;
    }
  }
}

TEST(Kind, TheNameDecidesAmongEquals) {
  EXPECT_EQ(kind("# A title\n", "md"), Kind::Markdown);
  EXPECT_EQ(kind("# A title\n"), Kind::Text);
  EXPECT_EQ(kind("alone\nin its\ncolumn\n", "csv"), Kind::Csv);
  EXPECT_EQ(kind("a: 1\n", "yml"), Kind::Yaml);
  EXPECT_EQ(kind("a: 1\n"), Kind::Text);
  EXPECT_EQ(kind("x = 1\n", "py"), Kind::Code);
  EXPECT_EQ(kind("{ broken", "json"), Kind::Json);
  EXPECT_EQ(kind("Subject: x\n\nWords\n", "eml"), Kind::Email);
  EXPECT_EQ(kind("Subject: x\n\nWords\n"), Kind::Text);
}

TEST(Kind, WhatOnlyLooksLikeAFormatIsText) {
  EXPECT_EQ(kind("A header %PDF-1.7 begins such files, says the manual.\n"), Kind::Text);
  EXPECT_EQ(kind("BMW makes cars.\n"), Kind::Text);
  EXPECT_EQ(kind("ID: 5\nThis is about identity.\n"), Kind::Text);
  EXPECT_EQ(kind("[1] Ann, Pumps, 2020.\n[2] Bo, Seals, 2021.\n"), Kind::Text);
  EXPECT_EQ(kind("From here on, the road is closed.\n\nUse the other one.\n"), Kind::Text);
  EXPECT_EQ(kind("Note: the seal is open.\nThe pump runs.\n"), Kind::Text);
  EXPECT_EQ(kind(""), Kind::Text);
  EXPECT_EQ(kind("\xFF\xFB"), Kind::Text);  // one frame's start alone
}

TEST(Kind, FormatsThatAreNotReadAreNamed) {
  const Request request;
  const auto told = [&](std::string_view bytes) {
    return unsupported_kind(bytes, request).value_or("");
  };
  EXPECT_EQ(told("\xE4\x52\x5C\x7B\x8C\xD8\xA7\x4D\xAE\xB1\x53\x78\xD0\x29\x96\xD3"),
            "OneNote sections are not read");
  EXPECT_EQ(told("\0\1\0\0Standard ACE DB\0"s), "Access databases are not read");
  EXPECT_EQ(told("Rar!\x1A\x07\x01"), "RAR archives are not read");
  EXPECT_EQ(told("PK\3\4..........Index/Document.iwa..Index/Slide-1.iwa"),
            "Keynote presentations are not read; export the file as PDF");
  Request named;
  named.extension = "numbers";
  EXPECT_EQ(unsupported_kind("PK\3\4..........Index/Document.iwa", named).value_or(""),
            "Numbers spreadsheets are not read; export the file as PDF");
  for (const Case& test : cases())
    EXPECT_EQ(told(test.bytes), "") << test.name;
}

TEST(Kind, HostileBeginningsCostNoMoreThanOthers) {
  EXPECT_EQ(kind(std::string(1'000'000, '[')), Kind::Json);
  EXPECT_EQ(kind(std::string(1'000'000, '"'), "csv"), Kind::Csv);
  EXPECT_EQ(kind(std::string(1'000'000, '<')), Kind::Text);
  EXPECT_EQ(kind(std::string(1'000'000, '\n')), Kind::Text);
  EXPECT_EQ(kind(std::string(1'000'000, '\0')), Kind::Text);
}

}  // namespace
}  // namespace oi
