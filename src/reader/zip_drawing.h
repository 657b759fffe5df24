// What office formats share beside their text: pictures, charts, diagrams, files inside.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reader/readers.h"
#include "reader/zip_package.h"

namespace oi {

// A picture part, for recognition; one that cannot be read is told as a problem.
Result<Done> send_part_picture(Package& package, std::string_view part, const std::string& name,
                               Frames& out);
// An embedded file as a document of its own.
Result<Done> send_part_file(Package& package, std::string_view part, Frames& out);
// The text of a chart or a diagram, line by line: titles, names of series, categories and values.
Result<std::vector<std::string>> drawing_lines(Package& package, std::string_view part);
// Those of a part's lines that a paragraph of DrawingML ("a:p") holds.
std::string drawing_paragraph(const XmlNode& paragraph);

}  // namespace oi
