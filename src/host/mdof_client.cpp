#include "host/mdof_client.hpp"

#include <algorithm>

#include "host/words.hpp"
#include "wire/number.hpp"

namespace hexad::host {
namespace {

namespace mdof = protocols::mdof;

constexpr std::size_t kMostKept = 256;

MdofAnswer answer_of(const mdof::Reply& reply) {
  MdofAnswer answer{std::string{reply.echo}, std::string{reply.body}, std::nullopt};
  const auto command = mdof_command(answer.echo);
  if (!command || !mdof::is_query(*command)) answer.code = mdof::decode_code(reply.body);
  return answer;
}

Error not_understood(const Link& link, std::string_view asked, std::string_view answer) {
  return {Error::Kind::malformed, net::to_text(link.controller()) + " answered \"" + std::string{answer} +
                                      "\" to \"" + std::string{asked} + "\", which is no answer of mdof"};
}

bool is_query(std::string_view echo) {
  const auto command = mdof_command(echo);
  return command && mdof::is_query(*command);
}

}  // namespace

std::string mdof_echo(std::string_view line) {
  return std::string{mdof::echo_of(std::as_bytes(std::span{line})).view()};
}

std::optional<mdof::Command> mdof_command(std::string_view echo) {
  const auto number = wire::parse_count(echo);
  const mdof::Form* const form = number ? mdof::form_of(*number) : nullptr;
  return form == nullptr ? std::nullopt : std::optional{form->command};
}

bool MdofAnswer::is_final() const noexcept {
  return code != static_cast<int>(mdof::Code::paused) && code != static_cast<int>(mdof::Code::resumed);
}

Result<MdofClient, Error> MdofClient::open(const MdofSettings& settings) {
  auto link = Link::open({settings.controller, settings.local_port});
  if (!link) return Failure{link.error()};
  return MdofClient{std::move(*link), settings};
}

void MdofClient::send(std::string_view line) { link_.send(std::as_bytes(std::span{line})); }

std::optional<MdofAnswer> MdofClient::take(std::string_view echo) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const MdofAnswer& answer) {
    return echo.empty() || answer.echo == echo;
  });
  if (found == kept_.end()) return std::nullopt;
  MdofAnswer answer = std::move(*found);
  kept_.erase(found);
  return answer;
}

Result<MdofAnswer, Error> MdofClient::receive(Clock::time_point until, Duration timeout) {
  const auto bytes = link_.receive(until);
  if (!bytes) return Failure{link_.take_unreachable() ? nobody_there(link_) : no_answer(link_, timeout)};
  const auto reply = mdof::decode_reply(*bytes);
  if (reply) return answer_of(*reply);
  const std::string text{reinterpret_cast<const char*>(bytes->data()),
                         std::min<std::size_t>(bytes->size(), 80)};
  return Failure{not_understood(link_, "a command", text)};
}

Result<MdofAnswer, Error> MdofClient::poll(Duration timeout) {
  if (auto answer = take({})) return std::move(*answer);
  return receive(Clock::now() + timeout, timeout);
}

// Answers to other things are kept: a final answer must not be lost because somebody asks where the platform
// is.
Result<MdofAnswer, Error> MdofClient::answer_to(std::string_view echo, Duration timeout) {
  if (auto answer = take(echo)) return std::move(*answer);
  for (const auto until = Clock::now() + timeout;;) {
    auto answer = receive(until, timeout);
    if (!answer || answer->echo == echo) return answer;
    if (kept_.size() == kMostKept) kept_.pop_front();
    kept_.push_back(std::move(*answer));
  }
}

Result<MdofAnswer, Error> MdofClient::ask(std::string_view line) {
  const std::string echo = mdof_echo(line);
  const bool query = is_query(echo);
  // What a query that was given up may have left behind is older than this one.
  if (query)
    while (take(echo)) {
    }
  for (int attempt = 1;; ++attempt) {
    send(line);
    auto answer = answer_to(echo, settings_.answer_time);
    if (answer || answer.error().kind != Error::Kind::timed_out) return answer;
    if (!query || attempt >= settings_.query_attempts) return answer;
  }
}

Result<int, Error> MdofClient::wait_for_final(std::string_view echo, Duration timeout,
                                              const OnAnswer& progress) {
  for (const auto until = Clock::now() + timeout;;) {
    const auto left = std::max<Duration>(until - Clock::now(), Duration::zero());
    const auto answer = answer_to(echo, left);
    if (!answer) {
      if (answer.error().kind == Error::Kind::timed_out) return Failure{no_answer(link_, timeout)};
      return Failure{answer.error()};
    }
    if (!answer->code) return Failure{not_understood(link_, echo, answer->text())};
    if (answer->is_final()) return *answer->code;
    if (progress) progress(*answer);
  }
}

Result<int, Error> MdofClient::run(std::string_view line, const OnAnswer& progress) {
  const std::string echo = mdof_echo(line);
  const auto command = mdof_command(echo);
  const bool motion = command && mdof::is_motion(*command);
  send(line);
  return wait_for_final(echo, motion ? settings_.motion_time : settings_.answer_time, progress);
}

Result<int, Error> MdofClient::move(const Six& pose, const OnAnswer& progress) {
  mdof::Request request;
  request.command = mdof::Command::move;
  request.pose = pose;
  wire::TextBuffer<256> text;
  (void)mdof::encode(request, text.writer());
  return run(text.view(), progress);
}

Result<MdofClient::Six, Error> MdofClient::pose() { return numbers("24"); }

Result<MdofClient::Six, Error> MdofClient::numbers(std::string_view query) {
  const auto answer = ask(query);
  if (!answer) return Failure{answer.error()};
  if (const auto six = mdof::decode_six(answer->body)) return *six;
  return Failure{not_understood(link_, query, answer->text())};
}

Result<bool, Error> MdofClient::flag(std::string_view query) {
  const auto answer = ask(query);
  if (!answer) return Failure{answer.error()};
  if (answer->body == "0" || answer->body == "1") return answer->body == "1";
  return Failure{not_understood(link_, query, answer->text())};
}

Result<MdofClient::Snapshot, Error> MdofClient::everything() {
  const auto answer = ask("31");
  if (!answer) return Failure{answer.error()};
  if (const auto all = mdof::decode_everything(answer->body)) return *all;
  return Failure{not_understood(link_, "31", answer->text())};
}

}  // namespace hexad::host
