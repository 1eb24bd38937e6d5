// terminal.exe PROGRAM ARGUMENTS…: starts a program alone in a window of its own that nobody sees (a pseudo
// console), as a double-click does. What it prints comes out here. Lines that come in: `interrupt` is Ctrl-C
// for whoever is in the window, `close` is its closed window, `leave` the user who logs off. At its end:
// `ended CODE`. Code 77: this system has no such windows.

#include <windows.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Create = HRESULT(WINAPI*)(COORD, HANDLE, HANDLE, DWORD, void**);
constexpr DWORD_PTR kPseudoConsole = 0x00020016;  // PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE

void* find(const wchar_t* library, const char* name) {
  return reinterpret_cast<void*>(::GetProcAddress(::GetModuleHandleW(library), name));
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

/// As the key does. Wine's own window takes a typed Ctrl-C for its end and tells the program nothing.
void interrupt(DWORD process) {
  ::SetConsoleCtrlHandler(nullptr, TRUE);  // not us
  const bool sent = ::AttachConsole(process) != 0 && ::GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0;
  if (!sent) std::printf("not interrupted: %lu\n", ::GetLastError());
  ::FreeConsole();
}

/// As Windows does it: a thread in the program that calls its handlers. Wine's own window only goes.
void tell(HANDLE process, DWORD event) {
  void* routine = find(L"kernelbase.dll", "CtrlRoutine");
  if (routine == nullptr) routine = find(L"kernel32.dll", "CtrlRoutine");
  const HANDLE thread =
      routine == nullptr
          ? nullptr
          : ::CreateRemoteThread(process, nullptr, 0, reinterpret_cast<LPTHREAD_START_ROUTINE>(routine),
                                 reinterpret_cast<void*>(static_cast<std::uintptr_t>(event)), 0, nullptr);
  if (thread == nullptr) std::printf("not told: %lu\n", ::GetLastError());
}

}  // namespace

int wmain(int argc, wchar_t** argv) {
  const auto create = reinterpret_cast<Create>(find(L"kernel32.dll", "CreatePseudoConsole"));
  if (create == nullptr || argc < 2) return 77;
  ::FreeConsole();
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
  std::thread{[from = shown.out] {  // what only a window gets
    char bytes[4096];
    for (DWORD count = 0; ::ReadFile(from, bytes, sizeof bytes, &count, nullptr) != 0 && count > 0;) {
    }
  }}
      .detach();
  std::thread{[&] {
    for (char word[64]; std::fgets(word, sizeof word, stdin) != nullptr;) {
      const std::string_view said{word};
      if (said.starts_with("interrupt")) interrupt(process.dwProcessId);
      if (said.starts_with("close")) tell(process.hProcess, CTRL_CLOSE_EVENT);
      if (said.starts_with("leave")) tell(process.hProcess, CTRL_LOGOFF_EVENT);
      std::fflush(stdout);
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
