// A message: the lines that people look at, then its text, then its attachments as files inside. Of
// alternatives plain text is taken, else HTML; pictures that the text shows are recognised as a
// part of it. An encrypted part is told; a signed one is read, its signature is not.

#include "reader/mail.h"

#include <algorithm>

#include "base/text.h"

namespace oi {
namespace {

constexpr unsigned kDeepest = 20;

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

// A part with what its fields say of it.
struct Entity {
  MailPart part;
  MailValue type;
  MailValue disposition;
  std::string encoding;
  std::string name;  // decoded; may be empty
};

class Message {
 public:
  Message(const ReadLimits& limits, Frames& out) : limits_(limits), out_(out) {}

  Result<Done> send(std::string_view bytes) {
    const MailPart part = split_message(bytes);
    if (part.fields.all.empty()) return Error{Code::Corrupt, "a message without a single field"};
    if (part.fields.cut)
      TRY(out_.problem({"fields_left_out", "", "the message has too many or too long fields"}));
    TRY(out_.title(readable_field(part.fields.get("subject"), limits_)));
    TRY(send_fields(part.fields));
    return send_entity(entity_of(part, "text/plain"), 0);
  }

 private:
  Entity entity_of(MailPart part, std::string_view usual_type) {
    Entity entity;
    const std::string_view type = part.fields.get("content-type");
    entity.type = parse_value(trim(type).empty() ? usual_type : type);
    entity.disposition = parse_value(part.fields.get("content-disposition"));
    entity.encoding = parse_value(part.fields.get("content-transfer-encoding")).value;
    entity.name = entity.disposition.parameter("filename", limits_);
    if (entity.name.empty()) entity.name = entity.type.parameter("name", limits_);
    entity.part = std::move(part);
    return entity;
  }

  Result<Done> send_fields(const MailFields& fields) {
    static constexpr std::pair<const char*, const char*> kShown[] = {
        {"from", "From"}, {"to", "To"},     {"cc", "Cc"},
        {"bcc", "Bcc"},   {"date", "Date"}, {"subject", "Subject"}};
    TextRun::Break before = TextRun::Break::None;
    for (const auto& [name, shown] : kShown) {
      for (const auto& [key, value] : fields.all) {
        if (key != name) continue;
        TextRun run;
        run.text = std::string(shown) + ": " + readable_field(value, limits_);
        run.before = before;
        before = TextRun::Break::Line;
        TRY(out_.run(std::move(run)));
      }
    }
    return Done{};
  }

  Result<Done> send_entity(const Entity& entity, unsigned depth) {
    const std::string& type = entity.type.value;
    const bool attached = entity.disposition.value == "attachment";
    if (begins(type, "multipart/")) return send_multipart(entity, depth);
    if (type == "application/pkcs7-mime" || type == "application/x-pkcs7-mime")
      return send_sealed(entity);
    if (type == "application/pkcs7-signature" || type == "application/x-pkcs7-signature" ||
        type == "application/pgp-signature")
      return Done{};
    if (type == "message/rfc822" || type == "message/global") return send_message(entity);
    if (attached) return send_child(entity, "attachment");
    if (begins(type, "image/")) return send_inline(entity);
    const bool text = type == "text/plain" || type == "text/html" || type == "text" ||
                      type == "message/delivery-status" || type == "text/rfc822-headers" ||
                      type == "text/enriched" || (type.empty() && entity.name.empty());
    if (text && (entity.name.empty() || depth == 0 || type == "text/html"))
      return send_text(entity);
    return send_child(entity, "attachment");
  }

  Result<Done> send_multipart(const Entity& entity, unsigned depth) {
    const std::string& type = entity.type.value;
    if (depth >= kDeepest)
      return out_.problem({"part_too_deep", "", "parts in parts are not read this deep"});
    if (type == "multipart/encrypted")
      return out_.problem({"part_encrypted", "", "the message, or a part of it, is encrypted"});
    const MailParts parts =
        split_parts(entity.part.body, entity.type.parameter("boundary", limits_));
    if (parts.parts.empty()) return send_unparted(entity);
    if (!parts.closed)
      TRY(out_.problem({"message_cut", "",
                        parts.cut ? "the message has too many parts"
                                  : "the last part of the message is not ended"}));
    std::vector<Entity> entities;
    for (const std::string_view part : parts.parts)
      entities.push_back(entity_of(split_message(part),
                                   type == "multipart/digest" ? "message/rfc822" : "text/plain"));
    if (type == "multipart/alternative") return send_alternative(entities, depth + 1);
    for (const Entity& each : entities) {
      // The styles and programs of a saved web page say nothing.
      if (type == "multipart/related" && is_machinery(each.type.value)) continue;
      TRY(send_entity(each, depth + 1));
    }
    return Done{};
  }

  // It says that it has parts and has none: what is there is text.
  Result<Done> send_unparted(const Entity& entity) {
    TRY(out_.problem({"message_cut", "", "a message that should have parts has none"}));
    Entity text = entity;
    text.type = parse_value("text/plain");
    return send_text(text);
  }

  static bool is_machinery(std::string_view type) {
    return type == "text/css" || type.find("javascript") != type.npos || begins(type, "font/") ||
           begins(type, "application/font") || begins(type, "application/x-font");
  }

  bool has_plain_text(const Entity& entity) {
    if (entity.type.value != "text/plain") return false;
    return !trim(decode_transfer(entity.part.body, entity.encoding)).empty();
  }

  // The same said in several forms. What is not text, such as an invitation, is said nowhere else.
  Result<Done> send_alternative(const std::vector<Entity>& entities, unsigned depth) {
    const Entity* best = nullptr;
    for (const Entity& entity : entities)
      if (best == nullptr && has_plain_text(entity)) best = &entity;
    for (auto entity = entities.rbegin(); best == nullptr && entity != entities.rend(); ++entity)
      if (entity->type.value == "text/html" || begins(entity->type.value, "multipart/"))
        best = &*entity;
    if (best == nullptr && !entities.empty()) best = &entities.front();
    for (const Entity& entity : entities) {
      if (&entity == best)
        TRY(send_entity(entity, depth));
      else
        TRY(send_companions(entity, depth));
    }
    return Done{};
  }

  // Of a form that was not taken: all but its text.
  Result<Done> send_companions(const Entity& entity, unsigned depth) {
    const std::string& type = entity.type.value;
    if (type == "text/plain" || type == "text/html" || type == "text/enriched" ||
        type == "text/x-amp-html" || type == "text/richtext" || type == "text/watch-html")
      return Done{};
    if (!begins(type, "multipart/")) return send_entity(entity, depth);
    if (depth >= kDeepest) return send_multipart(entity, depth);
    for (const std::string_view part :
         split_parts(entity.part.body, entity.type.parameter("boundary", limits_)).parts)
      TRY(send_companions(entity_of(split_message(part), "text/plain"), depth + 1));
    return Done{};
  }

  Result<Done> send_text(const Entity& entity) {
    const std::string bytes = decode_transfer(entity.part.body, entity.encoding);
    if (trim(bytes).empty()) return Done{};
    const std::string charset = entity.type.parameter("charset", limits_);
    if (entity.type.value == "text/html") {
      const Result<Done> sent = send_html({bytes, charset, /*titled=*/true}, out_);
      if (sent.ok() || is_final(sent.error().code)) return sent;
      return out_.problem({"part_unreadable", "", sent.error().what});
    }
    const Result<PlainText> text = decode_text(bytes, limits_, charset);
    if (!text.ok() && text.error().code == Code::Empty) return Done{};
    if (!text.ok() && is_final(text.error().code)) return text.error();
    if (!text.ok()) return out_.problem({"part_unreadable", "", text.error().what});
    for (const Problem& problem : text->problems)
      TRY(out_.problem(problem));
    const std::string without_space = entity.type.parameter("delsp", limits_);
    return send_mail_text({text->text(), entity.type.parameter("format", limits_) == "flowed",
                           without_space == "yes"},
                          out_);
  }

  static bool is_final(Code code) { return code == Code::Io || code == Code::TooLarge; }

  Result<Done> send_inline(const Entity& entity) {
    BitmapStart where;
    where.name = entity.name.empty() ? "image " + std::to_string(++images_) : entity.name;
    return send_picture(decode_transfer(entity.part.body, entity.encoding), std::move(where), out_);
  }

  Result<Done> send_sealed(const Entity& entity) {
    const std::string how = entity.type.parameter("smime-type", limits_);
    if (how == "signed-data" || entity.name.size() >= 4) {
      // What is signed stands whole in the middle of the seal, in the clear.
      const std::string bytes = decode_transfer(entity.part.body, entity.encoding);
      const std::string signed_part = signed_content(bytes);
      if (!signed_part.empty())
        return send_entity(entity_of(split_message(signed_part), "text/plain"), kDeepest / 2);
    }
    return out_.problem({"part_encrypted", "", "the message, or a part of it, is encrypted"});
  }

  Result<Done> send_message(const Entity& entity) {
    const std::string bytes = decode_transfer(entity.part.body, entity.encoding);
    const MailPart inner = split_message(bytes);
    std::string name = entity.name;
    if (name.empty()) name = plain_name(readable_field(inner.fields.get("subject"), limits_));
    if (name.empty()) name = "message " + std::to_string(++messages_);
    const bool named = name.size() > 4 && name.substr(name.size() - 4) == ".eml";
    return send_bytes(named ? name : name + ".eml", bytes, "");
  }

  Result<Done> send_child(const Entity& entity, std::string_view unnamed) {
    std::string_view rest = entity.part.body;
    if (decode_transfer(take_slice(rest, entity.encoding), entity.encoding).empty()) return Done{};
    std::string name = entity.name;
    if (name.empty()) name = std::string(unnamed) + " " + std::to_string(++unnamed_);
    return send_bytes(name, entity.part.body, entity.encoding);
  }

  // Over the limit of files inside: told, and the message goes on.
  Result<Done> send_bytes(const std::string& name, std::string_view body,
                          std::string_view encoding) {
    const Result<Done> started = out_.child_start(name);
    if (!started.ok()) {
      if (started.error().code != Code::TooLarge) return started;
      return out_.problem({"attachment_left_out", plain_name(name), started.error().what});
    }
    Result<Done> sent = Done{};
    while (sent.ok() && !body.empty()) {
      const std::string_view slice = take_slice(body, encoding);
      sent = encoding.empty() ? out_.child_bytes(slice)
                              : out_.child_bytes(decode_transfer(slice, encoding));
    }
    if (!sent.ok() && sent.error().code != Code::TooLarge) return sent;
    TRY(out_.child_end(sent.ok()));
    if (!sent.ok())
      return out_.problem({"attachment_left_out", plain_name(name), sent.error().what});
    return Done{};
  }

  const ReadLimits& limits_;
  Frames& out_;
  unsigned images_ = 0, messages_ = 0, unnamed_ = 0;
};

}  // namespace

Result<Done> read_email(std::string_view bytes, const Request& request, Frames& out) {
  return Message(request.limits, out).send(bytes);
}

}  // namespace oi
