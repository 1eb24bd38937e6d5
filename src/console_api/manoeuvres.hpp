#pragma once
// Manoeuvres by name: those that came with the program and those that were uploaded, which are kept in the
// state folder; and tunings compared on one of them, in virtual time. Everything here reads the disk or takes
// its time: for tasks.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/manoeuvre.hpp"
#include "console_api/kept_tunings.hpp"
#include "model/machine.hpp"
#include "web/http.hpp"

namespace hexad::inline console_api {

class Manoeuvres {
 public:
  static constexpr std::size_t kMostBytes = 4U << 20;
  static constexpr std::size_t kMost = 100;

  /// `shipped`: a folder, where there is one; `uploaded` is made when there is something to keep.
  Manoeuvres(std::optional<std::string> shipped, std::string uploaded);

  /// GET /api/cueing/manoeuvres
  std::string list_text() const;
  Result<analysis::Manoeuvre, messages::Message> read(const std::string& name) const;
  /// As an order plays it.
  Result<std::shared_ptr<const VehicleScript>, messages::Message> script(const std::string& name) const;
  /// Of {"name","text"} and {"name"}: the list as it is then, or what is wrong.
  web::Response upload(const std::string& body) const;
  web::Response remove(const std::string& body) const;

 private:
  struct Entry {
    std::string name;
    std::string text;
    bool uploaded = false;
  };
  std::vector<Entry> list() const;
  bool is_shipped(const std::string& name) const;
  messages::Message keep(const std::string& name, std::string_view text) const;

  std::string shipped_;  ///< empty = none
  std::string uploaded_;
};

/// What a comparison needs to know of the platform.
struct ComparisonContext {
  std::shared_ptr<const Machine> machine;
  CueTuning now{};  ///< in force
};
/// Of {"manoeuvre","tunings":["a","now"]}: the numbers of each beside the others, and what is felt.
web::Response compare_tunings(const Manoeuvres& manoeuvres, const KeptTunings& kept, const std::string& body,
                              const ComparisonContext& context);

}  // namespace hexad::inline console_api
