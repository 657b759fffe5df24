// A picture is a page of pixels: the format is told by its first bytes, decoded to grey, and sent.
// The engine recognises what is written on it.

#include "reader/picture.h"

#include <algorithm>
#include <string>

namespace oi {
namespace {

using std::string_view_literals::operator""sv;

bool begins(std::string_view bytes, std::string_view magic) {
  return bytes.substr(0, magic.size()) == magic;
}

bool is_tiff(std::string_view bytes) {
  return begins(bytes, "II*\0"sv) || begins(bytes, "MM\0*"sv) || begins(bytes, "II+\0"sv) ||
         begins(bytes, "MM\0+"sv);
}

Result<DecodedPicture> decode_single(std::string_view bytes, const ReadLimits& limits) {
  if (begins(bytes, "\x89PNG"sv)) return decode_png(bytes, limits);
  if (begins(bytes, "\xFF\xD8"sv)) return decode_jpeg(bytes, limits);
  if (begins(bytes, "RIFF"sv) && begins(bytes.substr(std::min<size_t>(8, bytes.size())), "WEBP"sv))
    return decode_webp(bytes, limits);
  if (begins(bytes, "GIF8"sv) || begins(bytes, "BM"sv)) return decode_old(bytes, limits);
  return Error{Code::Unsupported, "pictures of this format are not read"};
}

Result<DecodedPicture> decode_first(std::string_view bytes, const ReadLimits& limits) {
  if (!is_tiff(bytes)) return decode_single(bytes, limits);
  Result<DecodedPicture> first = Error{Code::Corrupt, "the TIFF holds no page"};
  const auto take = [&](uint32_t number, uint32_t, Result<DecodedPicture>&& page) -> Result<Done> {
    if (number > 1) return Error{Code::Cancelled, "one page is enough"};
    first = std::move(page);
    return Done{};
  };
  const Result<Done> all = decode_tiff(bytes, limits, take);
  if (!all.ok() && all.error().code != Code::Cancelled) return all.error();
  return first;
}

Result<Done> read_tiff(std::string_view bytes, const Request& request, Frames& out) {
  std::optional<Error> first_error;
  bool any = false;
  const auto take = [&](uint32_t number, uint32_t total,
                        Result<DecodedPicture>&& page) -> Result<Done> {
    const std::string where = "page " + std::to_string(number);
    if (page.ok()) {
      any = true;
      return send_page(total, page.value(), where, out);
    }
    if (!first_error) first_error = page.error();
    TRY(out.page_start(total, 0, 0));
    TRY(out.problem({"page_unreadable", where, page.error().what}));
    return out.page_end();
  };
  TRY(decode_tiff(bytes, request.limits, take));
  if (!any) return first_error.value_or(Error{Code::Corrupt, "the TIFF holds no page"});
  return Done{};
}

}  // namespace

Result<Done> read_image(std::string_view bytes, const Request& request, Frames& out) {
  if (is_tiff(bytes)) return read_tiff(bytes, request, out);
  const DecodedPicture picture = TRY(decode_single(bytes, request.limits));
  return send_page(1, picture, "page 1", out);
}

Result<Done> send_picture(std::string_view bytes, BitmapStart where, Frames& out) {
  const Result<DecodedPicture> picture = decode_first(bytes, out.limits());
  if (!picture.ok())
    return out.problem(
        {"picture_unreadable", where.name, "a picture cannot be decoded: " + picture.error().what});
  const Bitmap& bitmap = picture->bitmap;
  if (bitmap.width < kSmallestPicture || bitmap.height < kSmallestPicture) return Done{};
  TRY(tell_losses(picture.value(), where.name, out));
  return out.bitmap(std::move(where), bitmap);
}

}  // namespace oi
