#pragma once
// "Did you mean …": the known word nearest to one that is not known.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hexad::inline text {

/// Edits (insert, delete, replace, swap of neighbours) that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of the words; the first of equals; empty when there are none. Dotted keys also match by their
/// last part alone, so that a key in the wrong section finds its place.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace hexad::inline text
