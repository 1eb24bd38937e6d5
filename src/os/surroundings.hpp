#pragma once
// What surrounds the program on this machine.

#include <filesystem>
#include <string>
#include <vector>

namespace hexad::inline os {

/// What was typed, in UTF-8.
std::vector<std::string> arguments(int count, char** given);
/// The program's own file; empty = unknown.
std::filesystem::path own_program();
/// Where shared files lie, seen from the program's own folder.
std::filesystem::path share_beside(const std::filesystem::path& program);
/// Where programs of this user keep what survives a restart: this program's folder.
std::filesystem::path state_home();
/// "127.0.0.1", "192.168.1.20"; the host name last.
std::vector<std::string> own_names();

/// Real drives can be moved from here; else only simulated ones.
bool has_real_drives() noexcept;
/// Somebody clicked on the program: it has a window of its own, which goes with it.
bool started_by_click() noexcept;
/// Where the console is shown without being asked for it.
bool shows_console() noexcept;
/// In the browser of the user; false = there is none.
bool show_in_browser(const std::string& url);

}  // namespace hexad::inline os
