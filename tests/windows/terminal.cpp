// terminal.exe PROGRAM ARGUMENTS…: starts a program in a window of its own that nobody sees (a pseudo
// console), as a double-click does. What it prints comes out here. Lines that come in: `interrupt` types
// Ctrl-C, `close` closes the window. At its end: `ended CODE`. Code 77: this system has no such windows.

#include <windows.h>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

namespace {

using Create = HRESULT(WINAPI*)(COORD, HANDLE, HANDLE, DWORD, void**);
using Close = void(WINAPI*)(void*);
constexpr DWORD_PTR kPseudoConsole = 0x00020016;  // PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE

template <class Function>
Function find(const char* name) {
  const FARPROC found = ::GetProcAddress(::GetModuleHandleW(L"kernel32.dll"), name);
  return reinterpret_cast<Function>(reinterpret_cast<void*>(found));
}

struct Pipe {
  HANDLE out = nullptr;
  HANDLE in = nullptr;
  Pipe() { ::CreatePipe(&out, &in, nullptr, 0); }
};

std::wstring quoted(int argc, wchar_t** argv) {
  std::wstring line;
  for (int i = 1; i < argc; ++i) line += (i > 1 ? L" \"" : L"\"") + std::wstring{argv[i]} + L"\"";
  return line;
}

}  // namespace

int wmain(int argc, wchar_t** argv) {
  const auto create = find<Create>("CreatePseudoConsole");
  const auto close = find<Close>("ClosePseudoConsole");
  if (create == nullptr || close == nullptr || argc < 2) return 77;
  Pipe typed;
  Pipe shown;
  void* window = nullptr;
  if (create({120, 50}, typed.out, shown.in, 0, &window) != S_OK) return 77;
  ::CloseHandle(typed.out);  // the window has its own now
  ::CloseHandle(shown.in);

  SIZE_T size = 0;
  ::InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
  std::vector<char> room(size);
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;  // none of ours: those of the window
  start.lpAttributeList = static_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(static_cast<void*>(room.data()));
  PROCESS_INFORMATION process{};
  std::wstring line = quoted(argc, argv);
  if (::InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size) == 0 ||
      ::UpdateProcThreadAttribute(start.lpAttributeList, 0, kPseudoConsole, window, sizeof window, nullptr,
                                  nullptr) == 0)
    return 77;
  if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, FALSE, EXTENDED_STARTUPINFO_PRESENT, nullptr,
                       nullptr, &start.StartupInfo, &process) == 0) {
    std::printf("not started: %lu\n", ::GetLastError());
    return 1;
  }
  std::thread{[from = shown.out] {
    char bytes[4096];
    for (DWORD count = 0; ::ReadFile(from, bytes, sizeof bytes, &count, nullptr) != 0 && count > 0;) {
      std::fwrite(bytes, 1, count, stdout);
      std::fflush(stdout);
    }
  }}.detach();
  std::thread{[&] {
    for (char word[64]; std::fgets(word, sizeof word, stdin) != nullptr;) {
      DWORD count = 0;
      if (word[0] == 'i') ::WriteFile(typed.in, "\x03", 1, &count, nullptr);
      if (word[0] == 'c') close(window);
    }
  }}.detach();
  ::WaitForSingleObject(process.hProcess, INFINITE);
  DWORD code = 0;
  ::GetExitCodeProcess(process.hProcess, &code);
  std::printf("\nended %lu\n", code);
  std::fflush(stdout);
  ::TerminateProcess(::GetCurrentProcess(), 0);  // the threads wait for what does not come any more
  return 0;
}
