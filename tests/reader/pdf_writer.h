// Writes small PDFs for the tests: pages of text at given places, in Helvetica, with a right
// cross-reference table. Nothing is compressed, so a test can also damage what it wants.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace oi::test {

struct PdfLine {
  double x = 72, y = 720;  // points from the bottom left
  double size = 12;
  std::string text;  // Latin-1
  bool bold = false;
};

class PdfWriter {
 public:
  // An empty page when there are no lines. `extra` goes into the page's dictionary as it is.
  void page(const std::vector<PdfLine>& lines, const std::string& extra = "") {
    std::string content = "BT\n";
    for (const PdfLine& line : lines) {
      content += std::string(line.bold ? "/F2 " : "/F1 ") + std::to_string(line.size) +
                 " Tf 1 0 0 1 " + std::to_string(line.x) + " " + std::to_string(line.y) + " Tm (" +
                 escaped(line.text) + ") Tj\n";
    }
    content += "ET";
    raw_page(content, extra);
  }
  // A page of this content as it stands. `resources` are entries besides the two fonts.
  void raw_page(const std::string& content, const std::string& extra = "",
                const std::string& resources = "") {
    contents_.push_back(content + "\n");
    extras_.push_back(extra);
    resources_.resize(contents_.size());
    resources_.back() = resources;
  }
  // An object of its own; gives the number by which others may name it: "7 0 R".
  std::string object(const std::string& body) {
    objects_.push_back(body);
    return std::to_string(kFirstObject + objects_.size() - 1) + " 0 R";
  }
  std::string stream(const std::string& bytes, const std::string& entries = "") {
    return object("<< /Length " + std::to_string(bytes.size()) + " " + entries + " >>\nstream\n" +
                  bytes + "\nendstream");
  }
  // Entries of the catalogue, such as "/AcroForm 7 0 R".
  void catalogue(const std::string& entries) { catalogue_ += " " + entries; }
  // Entries of the information dictionary, such as "/Title (A title)".
  void information(const std::string& entries) { information_ = entries; }
  // An entry of the trailer, such as "/Encrypt 5 0 R".
  void trailer(const std::string& entry) { trailer_ = entry; }

  // Applied to the pages' contents, each with the number of its object.
  using Cipher = std::function<std::string(size_t number, const std::string& bytes)>;
  void cipher(Cipher cipher) { cipher_ = std::move(cipher); }

  std::string bytes() const {
    std::string out = "%PDF-1.4\n";
    std::vector<size_t> at;
    const auto object = [&](const std::string& body) {
      at.push_back(out.size());
      out += std::to_string(at.size()) + " 0 obj\n" + body + "\nendobj\n";
    };
    std::string kids;
    const size_t first_page = kFirstObject + objects_.size();
    for (size_t i = 0; i < contents_.size(); ++i)
      kids += std::to_string(first_page + 2 * i) + " 0 R ";
    object("<< /Type /Catalog /Pages 2 0 R" + catalogue_ + " >>");
    object("<< /Type /Pages /Kids [" + kids + "] /Count " + std::to_string(contents_.size()) +
           " >>");
    object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    object(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>");
    object("<< " + information_ + " >>");
    for (const std::string& body : objects_)
      object(body);
    for (size_t i = 0; i < contents_.size(); ++i) {
      const std::string& more = resources_[i];
      const bool own_fonts = more.find("/Font") != std::string::npos;
      object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << " +
             std::string(own_fonts ? "" : "/Font << /F1 3 0 R /F2 4 0 R >> ") + more +
             " >> /Contents " + std::to_string(first_page + 2 * i + 1) + " 0 R " + extras_[i] +
             " >>");
      const std::string content =
          cipher_ ? cipher_(first_page + 2 * i + 1, contents_[i]) : contents_[i];
      object("<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content +
             "\nendstream");
    }
    const size_t table = out.size();
    out += "xref\n0 " + std::to_string(at.size() + 1) + "\n0000000000 65535 f \n";
    for (const size_t offset : at) {
      const std::string digits = std::to_string(offset);
      out += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
    }
    out += "trailer\n<< /Size " + std::to_string(at.size() + 1) + " /Root 1 0 R /Info 5 0 R " +
           trailer_ + " >>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n";
    return out;
  }

 private:
  static constexpr size_t kFirstObject = 6;
  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '(' || c == ')' || c == '\\') out += '\\';
      out += c;
    }
    return out;
  }
  std::vector<std::string> contents_;
  std::vector<std::string> extras_;
  std::vector<std::string> resources_;
  std::vector<std::string> objects_;
  std::string catalogue_;
  Cipher cipher_;
  std::string information_;
  std::string trailer_;
};

}  // namespace oi::test
