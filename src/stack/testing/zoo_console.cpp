// The console: what is ordered, how it is read, whose it is, who is answered.

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "stack/testing/zoo.hpp"

namespace hexad::stack {
namespace {

using Json = nlohmann::json;

template <auto kChange>
void plant_order(Seams& seams) {
  seams.order = [](std::string& text, std::uint64_t console) { kChange(text, console); };
}

/// Changes what a page has sent.
template <auto kChange>
void plant_message(Seams& seams) {
  seams.message = [](std::string& text, Asker& asker) {
    Json message = Json::parse(text, nullptr, false);
    if (!message.is_object()) return;
    kChange(message, asker);
    text = message.dump();
  };
}

/// Changes each number of an order to a pose.
template <auto kChange>
void plant_pose(Seams& seams) {
  plant_message<[](Json& message, Asker&) {
    if (message["action"] != "go") return;
    for (std::size_t i = 0; i < message["pose"].size(); ++i)
      message["pose"][i] = kChange(message["pose"][i].get<double>(), i);
  }>(seams);
}

template <auto kChange>
void plant_answer_of_page(Seams& seams) {
  seams.answer = [](std::uint64_t& console, OperatorReply& reply, int& times) {
    kChange(console, reply, times);
  };
}

template <auto kWait>
void plant_wait(Seams& seams) {
  seams.wait = [](const std::string& text, std::size_t unanswered) { return kWait(text, unanswered); };
}

bool is_a_stop(const Json& message) {
  return message["action"] == "stop" || message["action"] == "hold" || message["action"] == "estop";
}

/// Every second message of the pages is taken for the first's repetition.
void plant_repetition(Seams& seams) {
  seams.message = [count = std::make_shared<int>(0)](std::string& text, Asker&) {
    if (++*count % 2 == 0) text.clear();
  };
}

}  // namespace

std::vector<Bug> bugs_of_console() {
  return {
      {"console", "a stop counts only from the first console", 62,
       plant_order<[](std::string& text, std::uint64_t console) {
         if (text == "stop" && console != 0) text.clear();
       }>},
      {"console", "a hold is not passed on", 62, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "hold") text.clear();
       }>},
      {"console", "the e-stop button is a stop", 62, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "estop") text = "stop";
       }>},
      {"console", "stop is a hold", 62, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "stop") text = "hold";
       }>},
      {"console", "raise and lower are swapped", 44, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "raise") text = "lower";
       }>},
      {"console", "give gives nothing back", 44, plant_order<[](std::string& text, std::uint64_t) {
         if (text.compare(0, 4, "give") == 0) text.clear();
       }>},
      {"console", "release leaves the button in", 44, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "release") text = "estop";
       }>},
      {"console", "reset resets nothing", 44, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "reset") text = "resume";
       }>},
      {"console", "zero raises", 44, plant_order<[](std::string& text, std::uint64_t) {
         if (text == "zero") text = "raise";
       }>},

      {"console", "millimetres of an order are centimetres", 68,
       plant_pose<[](double value, std::size_t axis) { return axis < 3 ? 10.0 * value : value; }>},
      {"console", "degrees of an order are radians", 68,
       plant_pose<[](double value, std::size_t axis) { return axis < 3 ? value : 57.295779513 * value; }>},
      {"console", "an order counts only in whole millimetres", 68,
       plant_pose<[](double value, std::size_t) { return std::floor(value); }>},
      {"console", "X and Y of an order are swapped", 68, plant_message<[](Json& message, Asker&) {
         if (message["action"] == "go") std::swap(message["pose"][0], message["pose"][1]);
       }>},
      {"console", "a jog moves the next leg", 68, plant_message<[](Json& message, Asker&) {
         if (message["action"] == "jog") message["legs"][0] = message["legs"][0].get<int>() + 1;
       }>},
      {"console", "relays are outputs", 68, plant_message<[](Json& message, Asker&) {
         if (message["action"] == "relays") message["action"] = "outputs";
       }>},
      {"console", "everybody is an engineer", 67,
       plant_message<[](Json&, Asker& asker) { asker.role = Role::engineer; }>},
      {"console", "who only looks may not stop", 67, plant_message<[](Json& message, Asker& asker) {
         if (asker.role == Role::watch && is_a_stop(message)) message["action"] = "none";
       }>},
      {"console", "what was refused is answered as done", 67,
       plant_answer_of_page<[](std::uint64_t&, OperatorReply& reply, int&) {
         reply.result = OperatorReply::Result::done;
       }>},
      {"console", "an answer goes to another page", 66,
       plant_answer_of_page<[](std::uint64_t& console, OperatorReply&, int&) { console ^= 1; }>},
      {"console", "answers are lost", 66,
       plant_answer_of_page<[](std::uint64_t&, OperatorReply&, int& times) { times = 0; }>},
      {"console", "answers come twice", 66,
       plant_answer_of_page<[](std::uint64_t&, OperatorReply&, int& times) { times = 2; }>},
      {"console", "an order like the last one is lost", 66, plant_repetition},
      {"console", "a stop waits behind orders that are not answered yet", 62,
       plant_wait<[](const std::string&, std::size_t unanswered) { return unanswered != 0 ? 50 : 0; }>},
      {"console", "an order waits for the next tick", 62,
       plant_wait<[](const std::string&, std::size_t) { return 1; }>},
  };
}

}  // namespace hexad::stack
