#include "console_api/routes.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace hexad::inline console_api {
namespace {

constexpr std::array kRoutes{
    RouteInfo{"get", "/api/", "this page", Role::watch},
    RouteInfo{"get", "/api/openapi.json", "this page for tools", Role::watch},
    RouteInfo{"get", "/api/status", "what the platform does, and why not", Role::watch, "Status"},
    RouteInfo{"get", "/api/fault", "the black box of the last fault or emergency stop; 404: there was none",
              Role::watch, "Recording"},
    RouteInfo{"get", "/api/history", "the last ten minutes of motion as CSV; ?seconds= for less",
              Role::watch},
    RouteInfo{"post", "/api/ctl", "an order of the operator (below); the action says who may", Role::watch,
              "Reply"},
    RouteInfo{"get", "/api/machine", "what the machine is", Role::watch, "Machine"},
    RouteInfo{"get", "/api/cueing", "how the cueing is tuned, what it may be, the effects", Role::watch},
    RouteInfo{"get", "/api/cueing/response", "the frequency response of that tuning", Role::watch, "",
              "test"},
    RouteInfo{"get", "/api/cueing/tunings", "the tunings that are kept; orders save, delete and apply them",
              Role::watch},
    RouteInfo{"get", "/api/cueing/manoeuvres", "the manoeuvres that can be played and compared on",
              Role::watch},
    RouteInfo{"post", "/api/cueing/manoeuvres", "upload one", Role::operate},
    RouteInfo{"post", "/api/cueing/manoeuvres/delete", "one that was uploaded", Role::operate},
    RouteInfo{"post", "/api/cueing/compare", "tunings side by side on one manoeuvre; moves nothing",
              Role::watch},
    RouteInfo{"get", "/api/files", "the motion files there are", Role::watch},
    RouteInfo{"post", "/api/files", "upload one", Role::operate},
    RouteInfo{"post", "/api/files/delete", "one that was uploaded", Role::operate},
    RouteInfo{"post", "/api/files/rename", "one that was uploaded", Role::operate},
    RouteInfo{"get", "/api/file", "the text of one", Role::watch, "", "name"},
    RouteInfo{"post", "/api/files/smoothed", "whether a motion file is low-passed as far as it must be",
              Role::operate},
    RouteInfo{"get", "/api/preflight", "a motion file against every limit", Role::watch, "", "file"},
    RouteInfo{"post", "/api/preview", "a motion against every limit; moves nothing", Role::watch},
    RouteInfo{"get", "/api/alarms", "what went wrong, over restarts, and who has acknowledged it",
              Role::watch},
    RouteInfo{"post", "/api/alarms/acknowledge", "one alarm, or all", Role::operate},
    RouteInfo{"get", "/api/maintenance", "travel, starts and hours of each leg", Role::watch},
    RouteInfo{"post", "/api/maintenance/reset", "count a leg, or all, anew", Role::engineer},
    RouteInfo{"get", "/api/config", "every setting: what it may be, what is in use, what the file says",
              Role::engineer},
    RouteInfo{"post", "/api/config/check", "settings that are being typed; nothing is kept", Role::engineer},
    RouteInfo{"post", "/api/config/save", "write them to the configuration file, the one before beside it",
              Role::engineer},
    RouteInfo{"get", "/api/relay", "the lines of a `hexad relay` (console.relay); none when none runs",
              Role::watch},
    RouteInfo{"post", "/api/relay",
              "{\"order\": \"[LINE] up|down|both QUALITY\"}: make a line worse or better", Role::engineer},
    RouteInfo{"get", "/api/accept", "the acceptance tests, how far one is, the reports", Role::watch},
    RouteInfo{"post", "/api/accept", "begin one", Role::engineer},
    RouteInfo{"post", "/api/accept/cancel", "stop the platform softly and give control back", Role::operate},
    RouteInfo{"get", "/api/commission", "the commissioning of the legs, what is to be done now, the reports",
              Role::watch},
    RouteInfo{"post", "/api/commission", "begin one", Role::engineer},
    RouteInfo{"post", "/api/commission/answer", "what whoever looked at the leg saw", Role::engineer},
    RouteInfo{"post", "/api/commission/next", "leave this leg; after a fault with a reset", Role::engineer},
    RouteInfo{"post", "/api/commission/repeat", "this leg once more", Role::engineer},
    RouteInfo{"post", "/api/commission/cancel", "end it and give control back", Role::operate},
    RouteInfo{"get", "/api/verify/presets", "platforms to begin with", Role::watch},
    RouteInfo{"post", "/api/verify/project/load", "one of them", Role::watch},
    RouteInfo{"post", "/api/verify/project…", "kept sets of parameters: docs/console-api.md", Role::operate},
    RouteInfo{"get", "/api/verify/…", "calculations about a set of parameters: docs/console-api.md",
              Role::watch},
    RouteInfo{"post", "/api/verify/…", "calculations about a set of parameters: docs/console-api.md",
              Role::watch},
    RouteInfo{"post", "/api/calibrate/…", "a control board, read and written: docs/console-api.md",
              Role::engineer}};

constexpr std::string_view kRest = "…";

bool covers(const RouteInfo& route, std::string_view path) {
  if (!route.path.ends_with(kRest)) return route.path == path;
  return path.starts_with(route.path.substr(0, route.path.size() - kRest.size()));
}

}  // namespace

std::span<const RouteInfo> routes() noexcept { return kRoutes; }

Role least_role(std::string_view method, std::string_view path) {
  const auto found = std::find_if(kRoutes.begin(), kRoutes.end(), [&](const RouteInfo& route) {
    return route.method == method && covers(route, path);
  });
  if (found == kRoutes.end()) throw std::logic_error{"no row in the table of routes: " + std::string{path}};
  return found->least;
}

}  // namespace hexad::inline console_api
