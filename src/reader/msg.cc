// Outlook's message: properties in streams named by their numbers, recipients and attachments in
// storages. It is laid out like any mail: the lines that people look at, then the text, then the
// attachments as files inside. A message inside is a file of its own.

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "reader/bytes.h"
#include "reader/codepage.h"
#include "reader/compound.h"
#include "reader/compound_copy.h"
#include "reader/mail.h"
#include "reader/msg_rtf.h"
#include "reader/number_format.h"
#include "reader/readers.h"
#include "reader/rtf.h"

namespace oi {
namespace {

// The numbers of properties.
enum Property : uint16_t {
  kSubject = 0x0037,
  kSentTime = 0x0039,
  kSentForName = 0x0042,
  kSentForMail = 0x0065,
  kRecipientKind = 0x0C15,
  kSenderName = 0x0C1A,
  kSenderMail = 0x0C1F,
  kShownBcc = 0x0E02,
  kShownCc = 0x0E03,
  kShownTo = 0x0E04,
  kArrivedTime = 0x0E06,
  kBody = 0x1000,
  kRichBody = 0x1009,
  kHtmlBody = 0x1013,
  kName = 0x3001,
  kMail = 0x3003,
  kAttachedBytes = 0x3701,
  kShortFileName = 0x3704,
  kFileName = 0x3707,
  kSmtpMail = 0x39FE,
  kHtmlCodepage = 0x3FDE,
  kLanguage = 0x3FF1,
  kCodepage = 0x3FFD,
  kSenderSmtp = 0x5D01,
};
constexpr uint16_t kBytes = 0x1E, kWide = 0x1F, kBinary = 0x102, kObject = 0x0D;
constexpr uint32_t kUtf16 = 1200, kWestern = 1252;
constexpr std::string_view kFixedName = "__properties_version1.0";

std::string stream_name(uint16_t property, uint16_t type) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string name = "__substg1.0_";
  const uint32_t tag = static_cast<uint32_t>(property) << 16 | type;
  for (int shift = 28; shift >= 0; shift -= 4)
    name += kDigits[tag >> shift & 15];
  return name;
}

class MessageReader {
 public:
  MessageReader(const CompoundFile& file, Frames& out) : file_(file), out_(out) {
    const auto number = [&](uint16_t property) {
      const auto value = static_cast<uint32_t>(fixed(CompoundFile::kRoot, property).value_or(0));
      return value == kUtf16 ? 0 : value;
    };
    html_codepage_ = number(kHtmlCodepage);
    codepage_ = number(kCodepage);
    if (codepage_ == 0 && number(kLanguage) != 0)
      codepage_ = codepage_of_language(number(kLanguage));
    if (codepage_ == 0) codepage_ = html_codepage_;
    if (codepage_ == 0) codepage_ = kWestern;
  }

  Result<Done> read() {
    const std::string subject = root_text(kSubject);
    TRY(out_.title(subject));
    TRY(line("From", sender()));
    TRY(line("To", recipients(1, kShownTo)));
    TRY(line("Cc", recipients(2, kShownCc)));
    TRY(line("Bcc", recipients(3, kShownBcc)));
    TRY(line("Date", date()));
    TRY(line("Subject", subject));
    TRY(send_body());
    TRY(send_attachments());
    if (!said_something_) return Error{Code::Empty, "the message holds nothing"};
    return Done{};
  }

 private:
  // A property of a fixed size, as its eight bytes.
  std::optional<uint64_t> fixed(uint32_t storage, uint16_t property) const {
    const auto found = file_.find(storage, kFixedName);
    if (!found) return std::nullopt;
    const CompoundStream stream = file_.stream(*found);
    const std::string_view bytes = stream.bytes();
    const bool inside = bytes.size() % 16 == 8;  // of a message inside, a recipient, an attachment
    const size_t head = storage != CompoundFile::kRoot ? 8 : inside ? 24 : 32;
    for (size_t at = head; at + 16 <= bytes.size(); at += 16)
      if (u16(bytes, at + 2) == property) return u64(bytes, at + 8);
    return std::nullopt;
  }

  std::optional<CompoundStream> stream(uint32_t storage, uint16_t property, uint16_t type) const {
    const auto found = file_.find(storage, stream_name(property, type));
    if (!found || file_.entry(*found).storage) return std::nullopt;
    return file_.stream(*found);
  }

  std::string text(uint32_t storage, uint16_t property) const {
    if (const auto wide = stream(storage, property, kWide))
      return without_zero(from_utf16(wide->bytes()));
    if (const auto bytes = stream(storage, property, kBytes))
      return without_zero(Codepage(codepage_).decode(bytes->bytes()));
    return {};
  }

  std::string root_text(uint16_t property) const { return text(CompoundFile::kRoot, property); }

  static std::string without_zero(std::string text) {
    while (!text.empty() && text.back() == '\0')
      text.pop_back();
    return text;
  }

  static std::string person(const std::string& name, const std::string& mail) {
    const bool internal = mail.substr(0, 3) == "/o=" || mail.substr(0, 3) == "/O=";
    if (mail.empty() || mail == name || (internal && !name.empty())) return name;
    return name.empty() ? mail : name + " <" + mail + ">";
  }

  std::string sender() const {
    const std::string smtp = root_text(kSenderSmtp);
    const std::string name = root_text(kSenderName);
    const std::string who = person(name, smtp.empty() ? root_text(kSenderMail) : smtp);
    return who.empty() ? person(root_text(kSentForName), root_text(kSentForMail)) : who;
  }

  std::string recipients(uint64_t kind, uint16_t shown) const {
    constexpr std::string_view kStorage = "__recip_version1.0_";
    std::string all;
    for (const uint32_t child : file_.entry(CompoundFile::kRoot).children) {
      const CompoundFile::Entry& entry = file_.entry(child);
      if (!entry.storage || entry.name.substr(0, kStorage.size()) != kStorage) continue;
      if ((fixed(child, kRecipientKind).value_or(0) & 0xFFFFFFFF) != kind) continue;
      const std::string smtp = text(child, kSmtpMail);
      const std::string who = person(text(child, kName), smtp.empty() ? text(child, kMail) : smtp);
      if (!who.empty()) all += (all.empty() ? "" : ", ") + who;
    }
    return all.empty() ? root_text(shown) : all;
  }

  // In 100 nanoseconds since 1601, by the clock of no country.
  std::string date() const {
    std::optional<uint64_t> time = fixed(CompoundFile::kRoot, kSentTime);
    if (!time || *time == 0) time = fixed(CompoundFile::kRoot, kArrivedTime);
    if (!time || *time == 0) return {};
    constexpr double kInDay = 864e9, kFrom1899 = 109205;
    const double day = static_cast<double>(*time) / kInDay - kFrom1899;
    if (day < 1 || day > 2958465) return {};
    return shown_number(day, "ddd, d mmm yyyy hh:mm:ss", false) + " +0000";
  }

  Result<Done> line(std::string_view name, const std::string& value) {
    const std::string flat = collapse_spaces(value);
    if (flat.empty()) return Done{};
    TextRun run;
    run.text = std::string(name) + ": " + flat;
    run.before = said_something_ ? TextRun::Break::Line : TextRun::Break::None;
    said_something_ = true;
    return out_.run(std::move(run));
  }

  // --- The text: plain, else HTML, else rich.
  Result<Done> send_body() {
    const std::string plain = root_text(kBody);
    if (!trim(plain).empty()) {
      said_something_ = true;
      return send_mail_text({plain}, out_);
    }
    Result<Done> sent = send_html_body();
    if (!sent.ok() && sent.error().code == Code::Empty) sent = send_rich_body();
    if (sent.ok()) {
      said_something_ = true;
      return sent;
    }
    if (sent.error().code == Code::Empty) return Done{};
    if (is_final(sent.error().code)) return sent;
    said_something_ = true;
    return out_.problem({"part_unreadable", "", sent.error().what});
  }

  static bool is_final(Code code) { return code == Code::Io || code == Code::TooLarge; }

  Result<Done> send_html_body() {
    const std::string wide = root_text(kHtmlBody);
    if (!wide.empty()) return send_html({wide, "utf-8", /*titled=*/true}, out_);
    const auto bytes = stream(CompoundFile::kRoot, kHtmlBody, kBinary);
    if (!bytes || trim(bytes->bytes()).empty()) return Error{Code::Empty, "no HTML"};
    const bool windows = html_codepage_ >= 1250 && html_codepage_ <= 1258;
    const std::string charset = html_codepage_ == 65001 ? "utf-8"
                                : windows ? "windows-" + std::to_string(html_codepage_)
                                          : std::string();
    return send_html({bytes->bytes(), charset, /*titled=*/true}, out_);
  }

  Result<Done> send_rich_body() {
    const auto bytes = stream(CompoundFile::kRoot, kRichBody, kBinary);
    if (!bytes || bytes->bytes().empty()) return Error{Code::Empty, "no rich text"};
    const std::string rich = TRY(expand_rtf(bytes->bytes(), out_.limits().text_bytes));
    return send_rtf(rich, /*titled=*/true, out_);
  }

  // --- C188: every attachment goes the way that files inside of any document go.
  Result<Done> send_attachments() {
    constexpr std::string_view kStorage = "__attach_version1.0_";
    for (const uint32_t child : file_.entry(CompoundFile::kRoot).children) {
      const CompoundFile::Entry& entry = file_.entry(child);
      if (!entry.storage || entry.name.substr(0, kStorage.size()) != kStorage) continue;
      ++attachments_;
      TRY(send_attachment(child));
    }
    return Done{};
  }

  std::string attachment_name(uint32_t storage) const {
    for (const uint16_t property : {kFileName, kShortFileName, kName}) {
      const std::string name = plain_name(text(storage, property));
      if (!trim(name).empty()) return name;
    }
    return "attachment " + std::to_string(attachments_);
  }

  Result<Done> send_attachment(uint32_t storage) {
    std::string name = attachment_name(storage);
    if (const auto bytes = stream(storage, kAttachedBytes, kBinary))
      return send_child(name, bytes->bytes(), bytes->whole());
    const auto object = file_.find(storage, stream_name(kAttachedBytes, kObject));
    const bool message = object && file_.find(*object, kFixedName).has_value();
    if (!message)
      return out_.problem({"attachment_unreadable", name, "the attachment is not in the message"});
    const Result<std::string> copy = copy_storage(file_, *object, out_.limits().child_bytes);
    if (!copy.ok()) return out_.problem({"attachment_unreadable", name, copy.error().what});
    if (name.size() < 4 || name.substr(name.size() - 4) != ".msg") name += ".msg";
    return send_child(name, *copy, true);
  }

  Result<Done> send_child(const std::string& name, std::string_view bytes, bool whole) {
    said_something_ = true;
    TRY(out_.child_start(name));
    const Result<Done> sent = out_.child_bytes(bytes);
    if (!sent.ok() && sent.error().code != Code::TooLarge) return sent;
    TRY(out_.child_end(whole && sent.ok()));
    if (sent.ok() && whole) return Done{};
    return out_.problem({"attachment_unreadable", name,
                         sent.ok() ? "the file ends inside of the attachment" : sent.error().what});
  }

  const CompoundFile& file_;
  Frames& out_;
  uint32_t codepage_ = 1252, html_codepage_ = 0;
  uint32_t attachments_ = 0;
  bool said_something_ = false;
};

}  // namespace

Result<Done> read_msg(std::string_view bytes, const Request&, Frames& out) {
  const CompoundFile file = TRY(CompoundFile::open(bytes));
  if (!file.find(CompoundFile::kRoot, kFixedName))
    return Error{Code::Corrupt, "the file holds no message"};
  return MessageReader(file, out).read();
}

}  // namespace oi
