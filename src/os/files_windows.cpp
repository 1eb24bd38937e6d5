#include "os/files.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cwchar>

#include "os/winsock_windows.hpp"

namespace hexad::files {
namespace {

// Others may read, write, rename and remove what is open here, as on Linux.
constexpr DWORD kShared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr DWORD kPlain = FILE_ATTRIBUTE_NORMAL;
constexpr DWORD kFolder = FILE_FLAG_BACKUP_SEMANTICS;

HANDLE handle_of(int file) noexcept {
  const std::intptr_t handle = ::_get_osfhandle(file);
  return reinterpret_cast<HANDLE>(handle);
}

int fail(int error) noexcept {
  errno = error;
  return -1;
}

/// A descriptor of the C library for it, which then owns it.
int descriptor_of(HANDLE handle) noexcept {
  if (handle == INVALID_HANDLE_VALUE) return failed_call();
  const int file = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
  if (file < 0) ::CloseHandle(handle);
  return file;
}

int open(const std::string& path, DWORD access, DWORD creation, DWORD flags) {
  return descriptor_of(::CreateFileW(wide(path).c_str(), access, kShared, nullptr, creation, flags, nullptr));
}

bool is_folder(HANDLE handle) noexcept {
  BY_HANDLE_FILE_INFORMATION about{};
  return ::GetFileInformationByHandle(handle, &about) != 0 &&
         (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

bool is_link(const std::wstring& path) noexcept {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

/// Only plain files on a disk: no pipe, no device, no folder.
int plain(int file) noexcept {
  if (file < 0) return file;
  int error = 0;
  if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK)
    error = ENXIO;
  else if (is_folder(handle_of(file)))
    error = EISDIR;
  if (error == 0) return file;
  ::_close(file);
  return fail(error);
}

/// CreateFile opens a folder only when asked for one, and says "access denied" otherwise.
int folder_or(int file, const std::string& path) {
  if (file >= 0 || errno != EACCES) return file;
  const DWORD attributes = ::GetFileAttributesW(wide(path).c_str());
  const bool folder = attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return fail(folder ? EISDIR : EACCES);
}

int write_all(int file, std::string_view text) noexcept {
  return write(file, std::as_bytes(std::span{text})) == static_cast<std::ptrdiff_t>(text.size()) ? 0 : EIO;
}

std::wstring final_path(HANDLE handle) {
  std::array<wchar_t, 4096> path{};
  const DWORD length = ::GetFinalPathNameByHandleW(handle, path.data(), static_cast<DWORD>(path.size()), 0);
  return length == 0 || length >= path.size() ? std::wstring{} : std::wstring{path.data(), length};
}

}  // namespace

int open_to_read(const std::string& path) {
  return plain(folder_or(open(path, GENERIC_READ, OPEN_EXISTING, kPlain), path));
}
int open_to_write(const std::string& path) {
  if (is_link(wide(path))) return fail(ELOOP);
  return plain(folder_or(open(path, GENERIC_WRITE, CREATE_ALWAYS, kPlain), path));
}
int open_folder(const std::string& path) {
  const int file = open(path, GENERIC_READ, OPEN_EXISTING, kFolder);
  if (file < 0 || is_folder(handle_of(file))) return file;
  ::_close(file);
  return fail(ENOTDIR);
}
std::ptrdiff_t read(int file, std::span<std::byte> bytes) noexcept {
  return ::_read(file, bytes.data(), static_cast<unsigned>(bytes.size()));
}
std::ptrdiff_t read_at(int file, std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  DWORD count = 0;
  if (::ReadFile(handle_of(file), bytes.data(), static_cast<DWORD>(bytes.size()), &count, &place) != 0)
    return static_cast<std::ptrdiff_t>(count);
  return ::GetLastError() == ERROR_HANDLE_EOF ? 0 : failed_call();
}
std::ptrdiff_t write(int file, std::span<const std::byte> bytes) noexcept {
  return ::_write(file, bytes.data(), static_cast<unsigned>(bytes.size()));
}
int sync(int file) noexcept {
  // Of a folder nothing waits: names are changed on the disk at once (MOVEFILE_WRITE_THROUGH).
  if (is_folder(handle_of(file))) return 0;
  return ::FlushFileBuffers(handle_of(file)) != 0 ? 0 : failed_call();
}
int close(int file) noexcept { return ::_close(file); }
int link(const std::string& path, const std::string& second) {
  if (::CreateHardLinkW(wide(second).c_str(), wide(path).c_str(), nullptr) != 0) return 0;
  // Memory sticks have no second names.
  const DWORD error = ::GetLastError();
  if (error != ERROR_INVALID_FUNCTION && error != ERROR_NOT_SUPPORTED) return failed_call();
  return ::CopyFileW(wide(path).c_str(), wide(second).c_str(), TRUE) != 0 ? 0 : failed_call();
}
int rename(const std::string& from, const std::string& to) {
  const DWORD how = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return ::MoveFileExW(wide(from).c_str(), wide(to).c_str(), how) != 0 ? 0 : failed_call();
}
int remove(const std::string& path) { return ::DeleteFileW(wide(path).c_str()) != 0 ? 0 : failed_call(); }
int open_nothing() noexcept { return ::_wopen(L"NUL", _O_RDWR | _O_BINARY | _O_NOINHERIT); }

int make_folder(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path{wide(folder)};
  std::filesystem::create_directories(path, error);
  if (std::filesystem::is_directory(path, error)) return 0;
  if (std::filesystem::exists(path, error)) return ENOTDIR;
  return error ? error.default_error_condition().value() : EACCES;
}

int may_write_in(const std::string& folder) {
  const std::string path = folder + "/.may-write";
  const int file = open(path, GENERIC_WRITE, CREATE_ALWAYS, kPlain | FILE_FLAG_DELETE_ON_CLOSE);
  if (file < 0) return errno;
  ::_close(file);
  return 0;
}

int open_locked(const std::string& path, std::string& holder) {
  if (is_link(wide(path))) return fail(ELOOP);
  const int file = plain(open(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, kPlain));
  if (file < 0) return -1;
  // A byte far behind the end: what is written in front stays readable for others.
  OVERLAPPED place{};
  place.OffsetHigh = 1;
  const DWORD how = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  if (::LockFileEx(handle_of(file), how, 0, 1, 0, &place) == 0) {
    failed_call();
    const int reason = errno;
    holder.resize(32);
    const std::ptrdiff_t length = ::_read(file, holder.data(), static_cast<unsigned>(holder.size()));
    holder.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(length, 0)));
    ::_close(file);
    return fail(reason);
  }
  if (::_chsize_s(file, 0) == 0) static_cast<void>(write_all(file, std::to_string(::GetCurrentProcessId())));
  return file;
}

int open_regular(const std::string& path, std::uint64_t& size) {
  if (is_link(wide(path))) return fail(ELOOP);
  const int file = open(path, GENERIC_READ, OPEN_EXISTING, kPlain);
  if (file < 0 || size_of(file, size)) return file;
  ::_close(file);
  return fail(EINVAL);
}

// Whose a file is, is a matter of the folder it lies in: the user's own, below %LOCALAPPDATA%.
std::optional<std::string> read_private(const std::string& path, std::size_t most) {
  std::uint64_t size = 0;
  const int file = open_regular(path, size);
  if (file < 0) return std::nullopt;
  std::string text(most, '\0');
  const std::ptrdiff_t count = read(file, std::as_writable_bytes(std::span{text}));
  ::_close(file);
  text.resize(static_cast<std::size_t>(std::max<std::ptrdiff_t>(count, 0)));
  return text;
}

bool is_private(const std::string& path) {
  const DWORD attributes = ::GetFileAttributesW(wide(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
}

int write_private(const std::string& path, std::string_view text) {
  ::DeleteFileW(wide(path).c_str());
  const int file = open(path, GENERIC_WRITE, CREATE_NEW, kPlain);
  if (file < 0) return errno;
  const int error = write_all(file, text);
  return ::_close(file) == 0 ? error : EIO;
}

int replace(const std::string& path, std::string_view text, Readers) {
  const std::string aside = path + ".new";
  ::DeleteFileW(wide(aside).c_str());
  const int file = open(aside, GENERIC_WRITE, CREATE_NEW, kPlain);
  if (file < 0) return errno;
  int error = write_all(file, text);
  if (error == 0 && sync(file) != 0) error = errno;
  if (::_close(file) != 0 && error == 0) error = EIO;
  if (error == 0 && rename(aside, path) != 0) error = errno;
  return error;
}

int open_root(const std::string& path) { return open_folder(path); }

// Names that lead elsewhere are refused by looking at them; then the system is asked where the file really
// is.
int open_beneath(int root, const std::string& name) {
  const std::wstring folder = final_path(handle_of(root));
  std::wstring path = folder;
  if (folder.empty()) return fail(EIO);
  if (name.front() == '/' || name.front() == '\\' || name.find(':') != std::string::npos) return fail(EXDEV);
  int depth = 0;
  const std::wstring steps = wide(name);
  for (std::size_t begin = 0; begin <= steps.size();) {
    const std::size_t end = std::min(steps.find_first_of(L"/\\", begin), steps.size());
    const std::wstring step = steps.substr(begin, end - begin);
    begin = end + 1;
    if (step.empty() || step == L".") continue;
    depth += step == L".." ? -1 : 1;
    if (depth < 0) return fail(EXDEV);
    if (step == L"..") {
      path.resize(path.find_last_of(L'\\'));
      continue;
    }
    path += L'\\';
    path += step;
    if (is_link(path)) return fail(ELOOP);
  }
  const int file = descriptor_of(::CreateFileW(path.c_str(), GENERIC_READ, kShared, nullptr, OPEN_EXISTING,
                                               kFolder | FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
  if (file < 0) return file;
  const std::wstring real = final_path(handle_of(file));
  if (real == folder || (real.size() > folder.size() && real.compare(0, folder.size(), folder) == 0 &&
                         real[folder.size()] == L'\\'))
    return file;
  ::_close(file);
  return fail(EXDEV);
}

bool size_of(int file, std::uint64_t& size) noexcept {
  LARGE_INTEGER length{};
  if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK || is_folder(handle_of(file)) ||
      ::GetFileSizeEx(handle_of(file), &length) == 0)
    return false;
  size = static_cast<std::uint64_t>(length.QuadPart);
  return true;
}

PassingFile::PassingFile() {
  std::array<wchar_t, MAX_PATH + 1> folder{}, name{};
  if (::GetTempPathW(MAX_PATH, folder.data()) == 0 ||
      ::GetTempFileNameW(folder.data(), L"hex", 0, name.data()) == 0) {
    failed_call();
    return;
  }
  path_ = narrow(name.data());
  descriptor_ = open(path_, GENERIC_READ, OPEN_EXISTING, kPlain);
}
PassingFile::~PassingFile() {
  if (descriptor_ < 0) return;
  ::_close(descriptor_);
  ::DeleteFileW(wide(path_).c_str());
}

}  // namespace hexad::files
