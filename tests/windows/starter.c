/* starter PROGRAM ARGUMENT…: starts the program, sends it Ctrl-Break when a line comes (or the input ends), and ends as
 * it did. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(void) {
  wchar_t* line = GetCommandLineW();
  STARTUPINFOW start;
  PROCESS_INFORMATION process;
  DWORD code = 1;
  int quoted = 0;
  /* Past the own name. */
  for (; *line && (quoted || *line != L' '); ++line)
    if (*line == L'"') quoted = !quoted;
  while (*line == L' ') ++line;
  memset(&start, 0, sizeof start);
  start.cb = sizeof start;
  AllocConsole(); /* fails where there is one */
  if (!CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NEW_PROCESS_GROUP, NULL, NULL, &start, &process)) {
    fprintf(stderr, "starter: error %lu\n", GetLastError());
    return 99;
  }
  (void)getchar();
  if (!GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId)) return 98;
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &code);
  return (int)code;
}
