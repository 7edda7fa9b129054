// The page of a report: src/view/page.html with the facts of the JSON.
//
// The page needs nothing else, no network and no other file, since it is mailed and kept for years.
// Its tables are HTML, so that they can be read without scripts. The JSON itself is in it, and of
// that its script draws the charts. Texts come from files that anybody may have written: each is
// escaped, and none can add to the page.
#pragma once

#include <string>
#include <string_view>

#include "view/page.hpp"

namespace nqueens {

/// How such a file begins.
inline constexpr std::string_view page_start = "<!doctype html>\n<!-- nqueens report -->\n";

/// However many workers there are, a table has at most 200 rows.
std::string to_html(const RunPage& page);

}  // namespace nqueens
