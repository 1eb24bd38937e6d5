#pragma once
// Which program this is, for `hexad --version`: in a source of its own, which alone is compiled anew for a
// new commit.

namespace hexad::cli {

const char* version_line() noexcept;  ///< "hexad 0.1.0 (commit …, Release, …)"

}  // namespace hexad::cli
