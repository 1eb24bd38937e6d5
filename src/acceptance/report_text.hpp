#pragma once
// An acceptance report as JSON and as one page that needs nothing else; an earlier one read back.

#include <string>
#include <vector>

#include "acceptance/report.hpp"
#include "base/result.hpp"
#include "messages/message.hpp"

namespace hexad::acceptance {

// report_json.cpp
std::string to_json(const acceptance::Report& report);
/// The part of it that a screen shows: without the machine.
std::string figures_json(const acceptance::Report& report);
/// The document inside a page; empty = it is no report.
std::string document_text(const std::string& page);
/// Of a .json or .html that an acceptance wrote; or why it is none.
Result<acceptance::EarlierReport, messages::Message> read_earlier(const std::string& file);
Result<acceptance::EarlierReport, messages::Message> read_earlier(const std::string& name,
                                                                  const std::string& text);
/// What a list shows of a report, as a JSON object; empty = it is none.
std::string summary_json(const std::string& file);
/// "payload_kg: 500.0 → 450.0", a line a key of the configuration.
std::vector<messages::Message> configuration_changes(const std::string& earlier, const std::string& now);
/// Key and value of the configuration, for a table.
std::vector<std::vector<std::string>> configuration_rows(const std::string& machine);

// report_page.cpp
/// Both languages, one below the other, for a page.
std::string both(const messages::Message& message);
std::string page_of(const acceptance::Report& report);
/// "Passed: all 12 bounds are kept."
messages::Message verdict_of(const acceptance::Report& report);
/// What is not as it should be, a line each.
std::vector<messages::Message> broken_lines(const acceptance::Report& report);

}  // namespace hexad::acceptance
