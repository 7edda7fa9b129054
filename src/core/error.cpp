// The message of an error fits into one line.
#include "nqueens/error.hpp"

#include "core/text.hpp"

namespace nqueens {

Error::Error(ExitCode code, const std::string& message)
    : std::runtime_error(one_line(message)), code_(code) {}

}  // namespace nqueens
