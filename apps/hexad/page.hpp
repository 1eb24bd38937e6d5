#pragma once
// The parts of a page, by the names the commands use.

#include "text/page.hpp"

namespace hexad::cli {

using hexad::html::escaped;
using hexad::html::html_table;
using hexad::html::kCross;
using hexad::html::key_entry;
using hexad::html::line_style;
using hexad::html::page_head;
using hexad::html::picture_of;
using hexad::html::Plot;
using hexad::html::PlotLine;
using hexad::html::svg_of;

}  // namespace hexad::cli
