#pragma once
// A table as a workbook of a spreadsheet (.xlsx): numbers are numbers there in every country, whatever it
// writes between cells and digits.

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace hexad::inline text {

/// A CSV as this program writes it – commas, points, quotes round words with commas – on one sheet, its first
/// line the heading. The bytes of the file, or what kept it from being made, in words.
Result<std::string, std::string> workbook_of(std::string_view csv, std::string_view sheet);

}  // namespace hexad::inline text
