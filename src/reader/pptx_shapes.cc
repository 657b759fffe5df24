// Groups have a coordinate system of their own, so a shape's place is mapped through all of them.
// Shapes beside each other are a row, read from the left; rows are read from the top.

#include <algorithm>
#include <charconv>

#include "reader/pptx.h"

namespace oi {
namespace {

constexpr double kPoint = 12'700;  // units in a point
constexpr double kFarthest = 14'400;

// From a group's own coordinates to the slide's.
struct Mapping {
  double scale_x = 1, scale_y = 1, x = 0, y = 0;
};

struct Place {
  double x = 0, y = 0, width = 0, height = 0;
};

double number_in(std::string_view text) {
  int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return static_cast<double>(value) / kPoint;
}

bool place_in(const XmlNode* form, std::string_view offset, std::string_view extent, Place& place) {
  if (form == nullptr) return false;
  const XmlNode* at = form->child(offset);
  const XmlNode* size = form->child(extent);
  if (at == nullptr || size == nullptr) return false;
  place = {number_in((*at)["x"]), number_in((*at)["y"]), number_in((*size)["cx"]),
           number_in((*size)["cy"])};
  return true;
}

const XmlNode* form_of(const XmlNode& node) {
  if (const XmlNode* form = node.child("p:xfrm")) return form;
  if (const XmlNode* form = node.at({"p:spPr", "a:xfrm"})) return form;
  return node.at({"p:grpSpPr", "a:xfrm"});
}

Box box_of(const Place& place, const Mapping& mapping) {
  const auto sane = [](double value) {
    return static_cast<float>(std::clamp(value, -kFarthest, kFarthest));
  };
  return {sane(mapping.x + place.x * mapping.scale_x), sane(mapping.y + place.y * mapping.scale_y),
          sane(mapping.x + (place.x + place.width) * mapping.scale_x),
          sane(mapping.y + (place.y + place.height) * mapping.scale_y)};
}

const XmlNode* placeholder_of(const XmlNode& node) {
  for (const XmlNode& child : node.children)
    if (child.name == "p:nvSpPr" || child.name == "p:nvGraphicFramePr" || child.name == "p:nvPicPr")
      return child.at({"p:nvPr", "p:ph"});
  return nullptr;
}

void gather(const XmlNode& tree, const Mapping& mapping, const Placeholders& placeholders,
            std::vector<Shape>& shapes) {
  for (const XmlNode& node : tree.children) {
    if (node.name == "p:grpSp") {
      Mapping inner = mapping;
      Place outside, inside;
      const XmlNode* form = form_of(node);
      if (place_in(form, "a:off", "a:ext", outside) &&
          place_in(form, "a:chOff", "a:chExt", inside) && inside.width > 0 && inside.height > 0) {
        const double wide = outside.width / inside.width, high = outside.height / inside.height;
        inner.x = mapping.x + (outside.x - inside.x * wide) * mapping.scale_x;
        inner.y = mapping.y + (outside.y - inside.y * high) * mapping.scale_y;
        inner.scale_x = mapping.scale_x * wide;
        inner.scale_y = mapping.scale_y * high;
      }
      gather(node, inner, placeholders, shapes);
    } else if (node.name == "mc:AlternateContent") {
      const XmlNode* picked = node.child("mc:Choice");
      if (picked == nullptr) picked = node.child("mc:Fallback");
      if (picked != nullptr) gather(*picked, mapping, placeholders, shapes);
    } else if (!node.name.empty() && node.name != "p:nvGrpSpPr" && node.name != "p:grpSpPr" &&
               node.name != "p:extLst") {
      Shape shape;
      shape.node = &node;
      shape.role = "text";
      Place place;
      shape.placed = place_in(form_of(node), "a:off", "a:ext", place);
      if (shape.placed) shape.box = box_of(place, mapping);
      if (const XmlNode* holder = placeholder_of(node)) {
        shape.role = (*holder)["type"];
        if (shape.role.empty()) shape.role = "obj";
        const Placeholder* known = placeholders.find(shape.role, (*holder)["idx"]);
        shape.bullets =
            (shape.role == "obj" || shape.role == "body") && (known == nullptr || known->bullets);
        if (!shape.placed && known != nullptr && known->placed) {
          shape.placed = true;
          shape.box = known->box;
        }
      }
      shapes.push_back(std::move(shape));
    }
  }
}

bool is_title(const Shape& shape) {
  return shape.role == "title" || shape.role == "ctrTitle";
}

bool beside(const Box& row, const Box& box) {
  const float overlap = std::min(row.y1, box.y1) - std::max(row.y0, box.y0);
  return overlap > 0.5F * std::min(row.y1 - row.y0, box.y1 - box.y0);
}

}  // namespace

void Placeholders::add(const XmlNode& root) {
  const XmlNode* tree = root.at({"p:cSld", "p:spTree"});
  if (tree == nullptr) return;
  for (const XmlNode& node : tree->children) {
    const XmlNode* holder = placeholder_of(node);
    if (holder == nullptr) continue;
    Placeholder known;
    Place place;
    known.placed = place_in(form_of(node), "a:off", "a:ext", place);
    if (known.placed) known.box = box_of(place, {});
    known.bullets = node.at({"p:txBody", "a:lstStyle", "a:lvl1pPr", "a:buNone"}) == nullptr;
    const std::string_view type = (*holder)["type"];
    // A layout's own entry stands before the master's, which is added later.
    if (!(*holder)["idx"].empty()) by_index_.emplace((*holder)["idx"], known);
    by_type_.emplace(type.empty() ? "obj" : type, known);
  }
}

const Placeholder* Placeholders::find(std::string_view type, std::string_view index) const {
  const auto numbered = by_index_.find(index);
  if (!index.empty() && numbered != by_index_.end()) return &numbered->second;
  auto typed = by_type_.find(type);
  if (typed == by_type_.end() && type == "ctrTitle") typed = by_type_.find("title");
  if (typed == by_type_.end() && type == "obj") typed = by_type_.find("body");
  return typed == by_type_.end() ? nullptr : &typed->second;
}

std::vector<Shape> shapes_of(const XmlNode& slide, const Placeholders& placeholders) {
  std::vector<Shape> shapes;
  const XmlNode* tree = slide.at({"p:cSld", "p:spTree"});
  if (tree == nullptr) return shapes;
  gather(*tree, {}, placeholders, shapes);
  // What has no place keeps its place in the file, behind the titles.
  std::stable_sort(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) {
    if (is_title(a) != is_title(b)) return is_title(a);
    if (a.placed != b.placed) return !a.placed;
    return a.placed && a.box.y0 < b.box.y0;
  });
  for (size_t begin = 0; begin < shapes.size();) {
    size_t end = begin + 1;
    if (shapes[begin].placed && !is_title(shapes[begin]))
      while (end < shapes.size() && beside(shapes[begin].box, shapes[end].box))
        ++end;
    std::stable_sort(shapes.begin() + static_cast<ptrdiff_t>(begin),
                     shapes.begin() + static_cast<ptrdiff_t>(end),
                     [](const Shape& a, const Shape& b) { return a.box.x0 < b.box.x0; });
    begin = end;
  }
  return shapes;
}

}  // namespace oi
