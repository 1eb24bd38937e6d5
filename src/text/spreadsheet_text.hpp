#pragma once
// CSV as spreadsheets of all countries write it, into the one form that is read here.

#include <string>
#include <string_view>

namespace hexad::inline text {

/// UTF-8 with commas between the cells and points in the numbers, a line for each line. Understands UTF-8 and
/// UTF-16 with or without a byte order mark, cells apart by semicolons or tabs with decimal commas, cells
/// between quotes, and a first line `sep=;`.
std::string plain_csv(std::string_view bytes);

}  // namespace hexad::inline text
