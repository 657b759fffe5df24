// Writes small DOCX files for tests, from the XML of their parts.
#pragma once

#include <string>

#include "zip_writer.h"

namespace oi::test {

struct DocxParts {
  std::string body, styles = {}, numbering = {}, comments = {}, footnotes = {}, header = {};
};

inline std::string docx(const DocxParts& parts) {
  const std::string space =
      " xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
      " xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'"
      " xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'"
      " xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'";
  const std::string office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
  const std::string list =
      "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>";
  ZipWriter zip;
  zip.add("[Content_Types].xml",
          "<Types><Override PartName='/word/document.xml' ContentType='application/"
          "vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>");
  zip.add("_rels/.rels", list + "<Relationship Id='r1' Type='" + office +
                             "officeDocument' Target='word/document.xml'/></Relationships>");
  std::string relations = list;
  const auto part = [&](const char* name, const char* element, const std::string& xml) {
    if (xml.empty()) return;
    relations += "<Relationship Id='" + std::string(name) + "' Type='" + office + name +
                 "' Target='" + name + ".xml'/>";
    zip.add("word/" + std::string(name) + ".xml",
            "<w:" + std::string(element) + space + ">" + xml + "</w:" + element + ">");
  };
  part("styles", "styles", parts.styles);
  part("numbering", "numbering", parts.numbering);
  part("comments", "comments", parts.comments);
  part("footnotes", "footnotes", parts.footnotes);
  part("header", "hdr", parts.header);
  zip.add("word/_rels/document.xml.rels", relations + "</Relationships>");
  zip.add("word/document.xml",
          "<w:document" + space + "><w:body>" + parts.body + "</w:body></w:document>");
  return zip.bytes();
}

}  // namespace oi::test
