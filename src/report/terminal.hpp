// What a terminal can show.
#pragma once

namespace nqueens {

/// Whether somebody looks at what is written there, on a terminal that takes escapes: colours, and
/// lines that are redrawn. One of TERM=dumb does not, nor one of which nobody says what it is.
bool takes_escapes(int descriptor);

}  // namespace nqueens
