// Any bytes as a table (the first byte chooses which): a board's parameter set, measurements, a manoeuvre,
// bounds of an acceptance, whatever a spreadsheet saves. Refused with a place that is there and words; what
// is taken is finite, and written and read again it is the same.

#include <cmath>

#include "acceptance/bounds.hpp"
#include "analysis/manoeuvre.hpp"
#include "config/build_machine.hpp"
#include "config/config_csv.hpp"
#include "fuzz/check.hpp"
#include "identify/measurement_file.hpp"
#include "messages/print.hpp"
#include "text/spreadsheet_text.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;

void words(const messages::Message& what) {
  require(!messages::english(what).empty(), "refused without words");
}

void parameter_set(std::string_view text) {
  const auto set = read_config_csv(text);
  if (!set) {
    require(!set.error().empty(), "refused without a reason");
    for (const CsvRemark& remark : set.error()) {
      words(remark.what);
      require(remark.line <= lines_in(text), "a line that is not there");
    }
    return;
  }
  for (const CsvItem& item : kCsvItems) require(std::isfinite((*set).*item.value), "an item that is none");
  const auto again = read_config_csv(write_config_csv(*set));
  require(again.has_value() && again->base == set->base && again->platform == set->platform, "another set");
  for (const CsvItem& item : kCsvItems) require((*again).*item.value == (*set).*item.value, "another item");
}

const Machine& machine() {
  static const LoadedPlatform platform = load_platform({});
  return *platform.machine;
}

void measurements(std::string_view text) {
  const auto campaign = identify::parse_campaign(text, machine(), {});
  if (!campaign) {
    require(!campaign.error().empty(), "refused without a reason");
    for (const identify::FileProblem& problem : campaign.error()) {
      words(problem.what);
      require(static_cast<std::size_t>(problem.line) <= lines_in(text), "a line that is not there");
    }
    return;
  }
  require(!campaign->quantities.empty() && !campaign->rows.empty(), "a campaign of nothing");
  for (const identify::Row& row : campaign->rows) {
    require(row.extension.allFinite() && row.values.size() == campaign->quantities.size(), "a broken row");
    for (const auto& value : row.values) require(!value || std::isfinite(*value), "a reading that is none");
  }
  const auto again = identify::parse_campaign(identify::to_csv(*campaign), machine(), {});
  require(again.has_value() && again->rows.size() == campaign->rows.size() &&
              again->quantities.size() == campaign->quantities.size(),
          "written and read it is another campaign");
}

void manoeuvre(std::string_view text) {
  const auto made = analysis::parse_manoeuvre(text, "any.csv");
  if (!made) return words(made.error());
  double before = -std::numeric_limits<double>::infinity();
  for (const analysis::Manoeuvre::Row& row : made->rows()) {
    require(row.time > before && is_finite(row.input), "rows out of order, or no numbers");
    before = row.time;
  }
  require(made->end() - made->begin() <= analysis::kLongestManoeuvre, "longer than allowed");
  require(is_finite(made->at(0.5 * (made->begin() + made->end()))), "no number between two rows");
}

void bounds(std::string_view text) {
  const auto read = acceptance::parse_bounds(text);
  if (!read) return require(static_cast<bool>(read.error()), "refused without words");
  for (const acceptance::Bound& bound : *read) {
    const auto again = acceptance::parse_bound(bound.pattern + " " + acceptance::text_of(bound));
    require(again.has_value() && acceptance::text_of(*again) == acceptance::text_of(bound),
            "printed and read it is another bound");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text = text_of(data + 1, size - 1);
  switch (data[0] % 5) {
    case 0:
      parameter_set(text);
      break;
    case 1:
      measurements(text);
      break;
    case 2:
      manoeuvre(text);
      break;
    case 3:
      bounds(text);
      break;
    default: {
      const std::string plain = plain_csv(text);
      require(plain.size() <= 4 * text.size() + 4, "a table that has grown");
      (void)plain_csv(plain);
    }
  }
  return 0;
}
