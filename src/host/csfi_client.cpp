#include "host/csfi_client.hpp"

#include <thread>

namespace hexad::host {
namespace {

namespace csfi = protocols::csfi;

Error not_understood(const Link& link, std::uint8_t group, const csfi::Rejected& rejected) {
  wire::TextBuffer<256> text;
  csfi::describe(rejected, text.writer());
  std::string words{text.view()};
  words.resize(std::min(words.size(), words.find(". Nothing of the frame")));
  return {Error::Kind::malformed, net::to_text(link.controller()) + " answered a read of group " +
                                      std::to_string(group) + " with " + words +
                                      ". --raw shows the bytes as they came"};
}

}  // namespace

Result<CsfiClient, Error> CsfiClient::open(const CsfiSettings& settings) {
  auto link = Link::open({settings.board, settings.local_port});
  if (!link) return Failure{link.error()};
  return CsfiClient{std::move(*link), settings};
}

Result<std::vector<std::byte>, Error> CsfiClient::read_raw(std::uint8_t group) {
  const auto request = csfi::encode_read(group);
  bool unreachable = false;
  for (int attempt = 0; attempt < settings_.attempts; ++attempt) {
    link_.send(request);
    const auto until = Clock::now() + settings_.answer_time;
    while (Clock::now() < until) {
      const auto bytes = link_.receive(until);
      if (!bytes) {
        unreachable = link_.take_unreachable();
        if (unreachable) break;
        continue;
      }
      // A late answer to an earlier question is of another group.
      const bool ours = bytes->size() >= 3 && (*bytes)[0] == std::byte{csfi::kMark[0]} &&
                        (*bytes)[1] == std::byte{csfi::kMark[1]} && (*bytes)[2] == std::byte{group};
      if (ours) return std::vector<std::byte>{bytes->begin(), bytes->end()};
    }
    if (unreachable) std::this_thread::sleep_until(until);  // a board that restarts
  }
  return Failure{unreachable ? nobody_there(link_)
                             : no_answer(link_, settings_.attempts * settings_.answer_time)};
}

Result<csfi::Group, Error> CsfiClient::read(std::uint8_t group) {
  for (int attempt = 1;; ++attempt) {
    const auto bytes = read_raw(group);
    if (!bytes) return Failure{bytes.error()};
    const auto decoded = csfi::decode_answer(*bytes);
    if (decoded) return *decoded;
    if (attempt >= settings_.attempts) return Failure{not_understood(link_, group, decoded.error())};
  }
}

/// Boards differ in how soon a read shows what was written.
Result<csfi::Group, Error> CsfiClient::read_back(const Group& sent) {
  auto has = read(csfi::number_of(sent));
  if (!has || csfi_differences(sent, *has).empty()) return has;
  std::this_thread::sleep_for(settings_.settle_time);
  return read(csfi::number_of(sent));
}

Result<CsfiClient::Written, Error> CsfiClient::write(const Group& group) {
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::write);
  for (int attempt = 1;; ++attempt) {
    link_.send(frame.view());
    const auto has = read_back(group);
    if (!has) return Failure{has.error()};
    Written written{csfi_differences(group, *has), attempt};
    if (written.differences.empty() || attempt >= settings_.attempts) return written;
  }
}

}  // namespace hexad::host
