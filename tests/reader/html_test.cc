#include <gtest/gtest.h>

#include "collected.h"
#include "reader/html_tree.h"

namespace oi {
namespace {

using std::string_literals::operator""s;
using test::collect;
using test::Collected;

Collected read(std::string_view bytes) {
  return collect(read_html, bytes, Kind::Html);
}

// "heading2:Text" for each run; cells as "table 0,1 1x2*:Text".
std::vector<std::string> outline(const Collected& all) {
  std::vector<std::string> lines;
  for (const TextRun& run : all.runs) {
    std::string line = name_of(run.block);
    if (run.level > 0) line += std::to_string(run.level);
    if (run.rows > 0) line += " " + std::to_string(run.row) + "," + std::to_string(run.column);
    if (run.rows > 1 || run.columns > 1)
      line += " " + std::to_string(run.rows) + "x" + std::to_string(run.columns);
    lines.push_back(line + (run.header ? "*:" : ":") + run.text);
  }
  return lines;
}
using Lines = std::vector<std::string>;

struct Case {
  const char* name;
  const char* html;
  Lines expected;
};

TEST(Html, ElementsBecomeBlocks) {
  const Case cases[] = {
      {"headings",
       "<h1>One</h1>text<h6>Six</h6>",
       {"heading1:One", "paragraph:text", "heading6:Six"}},
      {"white space", "<p> a\n  <b> b</b>c </p>", {"paragraph:a bc"}},
      {"inline",
       "<p><a href=x>link</a> <code>f()</code> <img alt='a picture' src=y></p>",
       {"paragraph:link f() a picture"}},
      {"line ends", "<p>a<br>b<br><br>c</p>", {"paragraph:a\nb", "paragraph:c"}},
      {"entities",
       "<p>&lt;a&gt; &amp; &euro; &#x1F600; &nbsp;x",
       {"paragraph:<a> & \u20AC \U0001F600 \u00A0x"}},
      {"lists",
       "<ul><li>a<li>b<ul><li>deep</ul><li>c</ul>",
       {"list:- a", "list:- b", "list:  - deep", "list:- c"}},
      {"numbers",
       "<ol start=3><li>c<li value=7>g<li>h</ol>",
       {"list:3. c", "list:7. g", "list:8. h"}},
      {"code", "<pre>\n  int a;\n\n  b;\n</pre>", {"code:  int a;\n\n  b;"}},
      {"quote", "<blockquote><p>said</blockquote>", {"quote:said"}},
      {"terms",
       "<dl><dt>T<dd>what<dt>U<dt>V<dd><p>one<p>two</dl>",
       {"list:T", "list:  what", "list:U", "list:V", "list:  one", "list:  two"}},
      {"a page inside",
       "<p>out</p><iframe srcdoc='<h2>In</h2>a &amp;lt; b'></iframe><iframe src=x>no</iframe>",
       {"paragraph:out", "heading2:In", "paragraph:a < b"}},
      {"caption",
       "<figure><img alt=i><figcaption>Fig. 1</figcaption></figure>",
       {"paragraph:i", "caption:Fig. 1"}},
      {"form",
       "<p>Name <input value=Ann><select><option>a<option>b</select>",
       {"paragraph:Name Ann", "form:a", "form:b"}},
      {"never shown",
       "<script>x=1</script><style>p{}</style><p>kept<!-- no --><template>t</template>",
       {"paragraph:kept"}},
      {"furniture",
       "<nav>menu</nav><header><h1>Title</h1>slogan</header><main><p>the text that counts here</p>"
       "<aside>box</aside></main><footer>foot</footer><div class='cookie-banner'>eat</div>",
       {"furniture:menu", "heading1:Title", "furniture:slogan",
        "paragraph:the text that counts here", "paragraph:box", "furniture:foot", "furniture:eat"}},
      {"nothing but furniture",
       "<nav>all of the page is a menu</nav>",
       {"paragraph:all of the page is a menu"}},
  };
  for (const Case& test : cases) {
    const Collected all = read(test.html);
    ASSERT_TRUE(all.outcome.ok()) << test.name << ": " << all.outcome.error().what;
    EXPECT_EQ(outline(all), test.expected) << test.name;
  }
}

TEST(Html, TablesKeepTheirPlaces) {
  const Collected all = read(
      "<table><caption>Prices</caption><thead><tr><th rowspan=2>Part<th colspan=2>Price</tr>"
      "<tr><td>new<td>old</tr></thead><tr><td>bolt<td>1<td>2<tr><td>nut<td><td><p>3</p><p>4</p>"
      "</table><p>after");
  EXPECT_EQ(all.tables, (Lines{"Prices"}));
  EXPECT_EQ(outline(all),
            (Lines{"caption:Prices", "table 0,0 2x1*:Part", "table 0,1 1x2*:Price",
                   "table 1,1*:new", "table 1,2*:old", "table 2,0:bolt", "table 2,1:1",
                   "table 2,2:2", "table 3,0:nut", "table 3,2:3 4", "paragraph:after"}));
}

TEST(Html, ATableForLayoutIsNoTable) {
  EXPECT_EQ(outline(read("<table><tr><td><h2>A</h2><td><p>b</table>")),
            (Lines{"heading2:A", "paragraph:b"}));
  EXPECT_EQ(outline(read("<table><tr><td>x<td>y<tr><td>z<td><table><tr><th>in<tr><td>1</table>"
                         "</table>")),
            (Lines{"paragraph:x", "paragraph:y", "paragraph:z", "table 0,0*:in", "table 1,0:1"}));
}

TEST(Html, HiddenTextIsLeftOutAndCounted) {
  const Collected all = read("<p hidden>abc</p><p style='DISPLAY : none'>de</p><p>shown</p>");
  EXPECT_EQ(outline(all), (Lines{"paragraph:shown"}));
  ASSERT_EQ(all.dropped.size(), 1U);
  EXPECT_EQ(all.dropped[0].reason, "hidden");
  EXPECT_EQ(all.dropped[0].characters, 5U);
}

TEST(Html, TheTitleIsThePagesOwn) {
  EXPECT_EQ(read("<title> A &amp;\nb </title><h1>H</h1>").title, "A & b");
  EXPECT_EQ(read("<p>x<h1>The <i>head</i></h1>").title, "The head");
}

TEST(Html, TheCharacterSetIsThePagesOwnOrGuessed) {
  const Collected declared =
      read("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'><p>\xF0\xD2\xC9");
  EXPECT_EQ(declared.text(), "\u041F\u0440\u0438");
  EXPECT_TRUE(declared.problems.empty());
  const Collected japanese = read("<meta charset=shift_jis><p>\x96\xBC\x91\x4F");
  EXPECT_EQ(japanese.text(), "\u540D\u524D");
  // A page that is UTF-8 in truth is read so, whatever it declares.
  EXPECT_EQ(read("<meta charset=iso-8859-1><p>Gr\u00FC\u00DF").text(), "Gr\u00FC\u00DF");
}

TEST(Html, MailPassesItsOwnSetAndTitle) {
  const auto parser = [](std::string_view bytes, const Request&, Frames& out) {
    return send_html({bytes, "windows-1251", true}, out);
  };
  const Collected all = collect(parser, "<title>No</title><p>\xCF\xF0\xE8", Kind::Email);
  EXPECT_EQ(all.text(), "\u041F\u0440\u0438");
  EXPECT_EQ(all.title, "");
}

// Issue 4, the hostile suite.
TEST(Html, AMillionNestedTagsAreReadInTimeAndTold) {
  for (const char* tag : {"<div>", "<b>", "<span>", "<table>", "<svg><td>", "<ul><li>", "<i id=x>",
                          "<rt>", "<optgroup>", "<select>", "<a>", "<p>"}) {
    std::string text = "<p>before</p>";
    for (int i = 0; i < 1'000'000 / (std::string_view(tag).size() < 5 ? 1 : 2); ++i)
      text += tag;
    text += "inside";
    const Collected all = read(text);
    ASSERT_TRUE(all.outcome.ok()) << tag << all.outcome.error().what;
    EXPECT_NE(all.text().find("before"), std::string::npos) << tag;
    EXPECT_NE(all.text().find("inside"), std::string::npos) << tag;
    EXPECT_EQ(all.has_problem("nested_too_deep"), tag != "<p>"s) << tag;
  }
}

TEST(Html, HostilePagesEndWithAStatedOutcome) {
  EXPECT_EQ(read("<p></p>").outcome.error().code, Code::Empty);
  std::string heavy = "<p";
  for (int i = 0; i < 200'000; ++i)
    heavy += " a" + std::to_string(i) + "=1";
  EXPECT_EQ(read(heavy + ">text").text(), "text");
  EXPECT_EQ(read("<p>" + std::string(20'000'000, 'x')).text().size(), 20'000'000U);
  EXPECT_EQ(read("<p>a\0b and more, so that it is text"s).text(),
            "a\uFFFDb and more, so that it is text");
  std::string wide = "<table><tr><th>h";
  for (int i = 0; i < 20'000; ++i)
    wide += "<td colspan=1000 rowspan=99999>x";
  EXPECT_TRUE(read(wide).outcome.ok());
  // Each paragraph would open all formats again: memory is bounded, not the page's wish.
  std::string formats;
  for (int i = 0; i < 250; ++i)
    formats += "<b id=" + std::to_string(i) + ">";
  for (int i = 0; i < 40'000; ++i)
    formats += "<p>x";
  const Collected all = read(formats);
  EXPECT_TRUE(all.outcome.ok() || all.outcome.error().code == Code::TooLarge);
}

TEST(HtmlNesting, ShallowPagesAreLeftAlone) {
  EXPECT_EQ(shallow_html("<p>a<p>b<br><img><ul><li>c").tags_left_out, 0U);
  std::string paragraphs;
  for (int i = 0; i < 5000; ++i)
    paragraphs += "<p>a<li>b<td>c<br>d<script>if (a<b) x('<div>')</script><!-- <div> -->";
  EXPECT_EQ(shallow_html(paragraphs).tags_left_out, 0U);
}

}  // namespace
}  // namespace oi
