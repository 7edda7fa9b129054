// Names of kernels as a checkpoint lists them: sorted, separated by commas.
#pragma once

#include <set>
#include <string>

namespace nqueens {

std::set<std::string> split_names(const std::string& names);
std::string join_names(const std::set<std::string>& names);

}  // namespace nqueens
