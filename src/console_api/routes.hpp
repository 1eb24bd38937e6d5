#pragma once
// The table of routes: what there is below /api/, what it does, and who may ask. A route that is not in it
// cannot be served: the server looks every one up. The page at /api/ and openapi.json are printed from it.

#include <span>
#include <string_view>

#include "model/role.hpp"

namespace hexad::inline console_api {

struct RouteInfo {
  std::string_view method;  ///< get, post
  std::string_view path;    ///< ends in '…': all that begin so
  std::string_view meaning;
  Role least;
  std::string_view answer{};  ///< a message; empty = described in docs/console-api.md
  std::string_view query{};   ///< its one parameter
};
std::span<const RouteInfo> routes() noexcept;
/// Throws when there is no such route.
Role least_role(std::string_view method, std::string_view path);

}  // namespace hexad::inline console_api
