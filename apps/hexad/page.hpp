#pragma once
// The parts of a page, by the names the commands use.

#include "text/page.hpp"

namespace hexad::cli {

using runtime::html::escaped;
using runtime::html::html_table;
using runtime::html::kCross;
using runtime::html::key_entry;
using runtime::html::line_style;
using runtime::html::page_head;
using runtime::html::Plot;
using runtime::html::PlotLine;
using runtime::html::step_of;
using runtime::html::svg_of;

}  // namespace hexad::cli
