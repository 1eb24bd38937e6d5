// `hexad reach --map AXIS,AXIS`: what two axes can do together, point by point, as CSV and as a picture.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "hexad/commands.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/numbers.hpp"
#include "hexad/output.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "model/messages.hpp"
#include "os/terminal.hpp"
#include "text/page.hpp"
#include "verification/reach_map.hpp"

namespace hexad::cli {
namespace {

using Cell = verification::MapCell;

struct Grid : verification::MapGrid {
  std::vector<Cell> cells{};  ///< row by row, the second axis upward
};

double unit_of(std::size_t axis) { return axis < 3 ? kMillimetre : kDegree; }
const char* unit_name(std::size_t axis) { return axis < 3 ? "mm" : "°"; }
messages::Id axis_id(std::size_t axis) { return hexad::id_of(static_cast<Axis>(axis)); }
std::string_view axis_name(std::size_t axis) { return hexad::name_of(static_cast<Axis>(axis)); }

/// Rows shared out among all cores; this thread says how far it is.
void fill(Grid& grid, const Machine& machine) {
  grid.cells.resize(grid.points * grid.points);
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  const auto work = [&] {
    for (std::size_t row = next++; row < grid.points; row = next++) {
      const std::vector<Cell> cells = verification::map_row(machine, grid, row);
      std::copy(cells.begin(), cells.end(),
                grid.cells.begin() + static_cast<std::ptrdiff_t>(row * grid.points));
      ++done;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  const bool terminal = is_terminal(Stream::error);
  while (terminal && done < grid.points) {
    const double percent = 100.0 * static_cast<double>(done) / static_cast<double>(grid.points);
    fmt::print(stderr, "\r{}", spoken<messages::Id::map_progress>(fmt::format("{:3.0f}", percent)));
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
  }
  for (std::thread& thread : threads) thread.join();
  if (terminal) fmt::print(stderr, "\r\x1b[2K");
}

std::string csv_of(const Grid& grid) {
  const auto column = [&](int which) {
    const std::size_t axis = grid.axis[static_cast<std::size_t>(which)];
    return fmt::format("{}_{}", axis_name(axis), axis < 3 ? "mm" : "deg");
  };
  std::string text =
      fmt::format("{},{},reachable,condition,singular_share,leg_force_kN,limit\n", column(0), column(1));
  for (std::size_t row = 0; row < grid.points; ++row) {
    for (std::size_t i = 0; i < grid.points; ++i) {
      const Cell& cell = grid.cells[row * grid.points + i];
      text += fmt::format(
          "{:.4f},{:.4f},{},{:.4f},{:.4f},{:.4f},{}\n", grid.value(0, i) / unit_of(grid.axis[0]),
          grid.value(1, row) / unit_of(grid.axis[1]), cell.hit ? 0 : 1, cell.condition, cell.singular,
          cell.force / kKilonewton, cell.hit ? '"' + messages::to_text(message_of(cell.hit)) + '"' : "");
    }
  }
  return text;
}

struct MapQuantity {
  std::string_view name;
  messages::Id title;
  double (*of)(const Cell&);
};
constexpr std::array kQuantities{
    MapQuantity{"condition", messages::Id::map_condition, [](const Cell& c) { return c.condition; }},
    MapQuantity{"force", messages::Id::map_force, [](const Cell& c) { return c.force / kKilonewton; }},
    MapQuantity{"singular", messages::Id::map_singular, [](const Cell& c) { return c.singular; }}};

/// From pale to dark blue-green; readable in grey too.
std::string colour(double share) {
  const double x = std::clamp(share, 0.0, 1.0);
  const auto mix = [x](int a, int b) { return static_cast<int>(std::lround(a + x * (b - a))); };
  return fmt::format("#{:02x}{:02x}{:02x}", mix(0xe8, 0x0b), mix(0xf3, 0x4f), mix(0xee, 0x6c));
}

std::string svg_of(const Grid& grid, const MapQuantity& quantity, const std::string& platform) {
  constexpr double kSide = 520.0, kMapLeft = 70.0, kTop = 46.0;
  double low = INFINITY, high = -INFINITY;
  for (const Cell& cell : grid.cells) {
    if (cell.hit || !std::isfinite(quantity.of(cell))) continue;
    low = std::min(low, quantity.of(cell));
    high = std::max(high, quantity.of(cell));
  }
  if (!(high > low)) high = low + 1.0;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 740 640\" width=\"740\" height=\"640\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"740\" height=\"640\" fill=\"#ffffff\"/>\n"
      "<text x=\"{}\" y=\"26\" font-size=\"16\">{}</text>\n"
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#d5d5d5\"/>\n",
      kMapLeft,
      spoken<messages::Id::map_title>(html::escaped(platform), axis_id(grid.axis[0]), axis_id(grid.axis[1]),
                                      quantity.title),
      kMapLeft, kTop, kSide, kSide);
  const double step = kSide / static_cast<double>(grid.points);
  for (std::size_t row = 0; row < grid.points; ++row) {
    for (std::size_t i = 0; i < grid.points;) {
      const Cell& cell = grid.cells[row * grid.points + i];
      if (cell.hit) {
        ++i;
        continue;
      }
      const std::string fill = colour((quantity.of(cell) - low) / (high - low));
      std::size_t end = i + 1;  // neighbours of one colour are one rectangle
      while (end < grid.points && !grid.cells[row * grid.points + end].hit &&
             colour((quantity.of(grid.cells[row * grid.points + end]) - low) / (high - low)) == fill)
        ++end;
      svg += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>\n",
                         kMapLeft + step * static_cast<double>(i),
                         kTop + kSide - step * static_cast<double>(row + 1),
                         step * static_cast<double>(end - i) + 0.3, step + 0.3, fill);
      i = end;
    }
  }
  for (int k = 0; k <= 4; ++k) {
    const std::size_t i = (grid.points - 1) * static_cast<std::size_t>(k) / 4;
    const double x = kMapLeft + kSide * k / 4.0;
    const double y = kTop + kSide - kSide * k / 4.0;
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", x,
                       kTop + kSide + 20, fixed(grid.value(0, i) / unit_of(grid.axis[0]), 0));
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kMapLeft - 8, y + 4,
                       fixed(grid.value(1, i) / unit_of(grid.axis[1]), 0));
    svg += fmt::format(
        "<rect x=\"620\" y=\"{:.1f}\" width=\"22\" height=\"40\" fill=\"{}\"/>\n"
        "<text x=\"650\" y=\"{:.1f}\">{:.2f}</text>\n",
        kTop + 200.0 - 40.0 * k, colour(k / 4.0), kTop + 225.0 - 40.0 * k, low + (high - low) * k / 4.0);
  }
  svg += fmt::format(
      "<rect x=\"620\" y=\"{:.1f}\" width=\"22\" height=\"22\" fill=\"#d5d5d5\"/>\n"
      "<text x=\"650\" y=\"{:.1f}\">{}</text>\n",
      kTop + 260.0, kTop + 276.0, spoken<messages::Id::map_out_of_reach>());
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}, {}</text>\n", kMapLeft + kSide / 2,
                     kTop + kSide + 44, messages::to_text(axis_id(grid.axis[0])), unit_name(grid.axis[0]));
  svg += fmt::format(
      "<text x=\"20\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 20 {0})\">{1}, {2}</text>\n",
      kTop + kSide / 2, messages::to_text(axis_id(grid.axis[1])), unit_name(grid.axis[1]));
  return svg + "</svg>\n";
}

/// kAxes = there is none of this name.
std::size_t axis_called(std::string_view name) {
  for (std::size_t i = 0; i < kAxes; ++i)
    if (axis_name(i) == name) return i;
  return kAxes;
}

}  // namespace

int reach_map(const ReachOptions& options) {
  const std::size_t comma = options.map.find(',');
  const std::size_t first = axis_called(options.map.substr(0, comma));
  const std::size_t second = comma == std::string::npos ? kAxes : axis_called(options.map.substr(comma + 1));
  if (first == kAxes || second == kAxes || first == second) {
    print_error(messages::say<messages::Id::map_axes>(options.map));
    return kUsage;
  }
  const auto quantity = std::find_if(kQuantities.begin(), kQuantities.end(),
                                     [&](const MapQuantity& q) { return q.name == options.show; });
  if (quantity == kQuantities.end()) {
    print_error(messages::say<messages::Id::map_show>(options.show));
    return kUsage;
  }
  if (options.csv.empty() && options.svg.empty()) {
    print_error(messages::Id::map_needs_file);
    return kUsage;
  }
  const auto machine = open_machine(options.platform);
  if (!machine) return kFailed;
  const auto laid_out = verification::map_grid(*machine, to_si(options.from), {first, second},
                                               static_cast<std::size_t>(options.points));
  if (!laid_out) {
    print_error(messages::say<messages::Id::map_not_moved>(machine->name, axis_name(laid_out.error())));
    return kFailed;
  }
  Grid grid{*laid_out};
  fill(grid, *machine);
  if (!options.csv.empty() && !write_csv(options.csv, csv_of(grid))) return kFailed;
  if (!options.svg.empty() && !write_csv(options.svg, svg_of(grid, *quantity, machine->name))) return kFailed;
  if (options.csv == "-" || options.svg == "-") return kDone;
  const auto reachable = static_cast<double>(
      std::count_if(grid.cells.begin(), grid.cells.end(), [](const Cell& cell) { return !cell.hit; }));
  const double share = 100.0 * reachable / static_cast<double>(grid.cells.size());
  print(spoken<messages::Id::map_summary>(grid.points, grid.points, fixed(share, 1)) + '\n');
  return kDone;
}

}  // namespace hexad::cli
