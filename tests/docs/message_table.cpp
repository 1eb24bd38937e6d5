// Prints the table of messages for the console: console/src/i18n/messages.json. A test compares; `./dev docs`
// writes it anew.

#include <cstdio>

#include "messages/json.hpp"

int main() { return std::fputs(hexad::messages::table_json().c_str(), stdout) < 0 ? 1 : 0; }
