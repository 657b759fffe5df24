// Which parser reads which kind: one row each. A kind without a row is not read by this program.
#include "reader/program.h"
#include "reader/readers.h"

namespace oi {
namespace {

using Parser = Result<Done> (*)(std::string_view, const Request&, Frames&);
struct Row {
  Kind kind;
  Parser read;
};
constexpr Row kParsers[] = {
    {Kind::Text, read_text},         {Kind::Code, read_code},
    {Kind::Csv, read_csv},           {Kind::Json, read_json},
    {Kind::Xml, read_xml},           {Kind::Yaml, read_yaml},
    {Kind::Log, read_log},           {Kind::Html, read_html},
    {Kind::Epub, read_epub},         {Kind::Subtitles, read_subtitles},
    {Kind::Markdown, read_markdown}, {Kind::Pdf, read_pdf},
    {Kind::Odp, read_odp},           {Kind::Ods, read_ods},
    {Kind::Odt, read_odt},           {Kind::Pptx, read_pptx},
    {Kind::Xlsx, read_xlsx},         {Kind::Docx, read_docx},
    {Kind::Xls, read_xls},           {Kind::Xlsb, read_xlsb},
    {Kind::Doc, read_doc},           {Kind::Ppt, read_ppt},
    {Kind::Rtf, read_rtf},           {Kind::Msg, read_msg},
    {Kind::Image, read_image},       {Kind::Archive, read_archive},
    {Kind::Email, read_email},       {Kind::Mailbox, read_mailbox},
};

}  // namespace

void load_parsers() {
  load_character_sets();
  load_pdf();
  load_archives();
}

MemoryLimits memory_of_parsers() {
  return {};
}

Result<Done> read_as(Kind kind, std::string_view bytes, const Request& request, Frames& out) {
  if (is_encrypted_package(bytes))
    return Error{Code::PasswordRequired, "the document is encrypted"};
  for (const Row& row : kParsers)
    if (row.kind == kind) return row.read(bytes, request, out);
  return Error{Code::Unsupported, "files of this kind are not read"};
}

}  // namespace oi
