// mdof, lingjing and csfi.

#include "host/csfi_client.hpp"
#include "host/lingjing_client.hpp"
#include "host/mdof_client.hpp"
#include "host_c/shared.hpp"
#include "protocols/words.hpp"

using namespace hexad::host_c;
using hexad::host::LingjingClient;
using hexad::host::LingjingPose;
using hexad::host::MdofClient;

struct HexadMdof {
  MdofClient client;
};
struct HexadLingjing {
  LingjingClient client;
};

namespace {

bool read(const hexad_lingjing_pose* from, LingjingPose& to) noexcept {
  const hexad_lingjing_pose p = take(from);
  to = {p.roll, p.pitch, p.yaw, p.x, p.y, p.z, std::nullopt};
  if (p.has_angle != 0) to.angle = p.angle;
  return from != nullptr && are_finite(std::array{p.roll, p.pitch, p.yaw, p.x, p.y, p.z, p.angle});
}

template <class Act>
int with(hexad_lingjing* platform, Act act) noexcept {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return act(platform->client), static_cast<int>(HEXAD_OK); });
}

int code_into(const hexad::Result<int, hexad::host::Error>& result, int32_t* code, hexad_error* error) {
  if (!result) return fail(error, result.error());
  if (code != nullptr) *code = *result;
  return HEXAD_OK;
}

}  // namespace

extern "C" {

const char* hexad_host_version(void) { return HEXAD_VERSION; }

const char* hexad_hardware_code_words(uint32_t code) {
  return hexad::protocols::hardware_code_name(code).data();  // of literals, which end with 0
}

int hexad_mdof_open(const char* address, uint16_t port, uint16_t local_port, hexad_mdof** out,
                    hexad_error* error) {
  hexad::host::MdofSettings settings;
  settings.local_port = local_port;
  return open_handle(address, port, settings.controller, settings, MdofClient::open, out, error);
}

void hexad_mdof_close(hexad_mdof* platform) { delete platform; }

int hexad_mdof_send(hexad_mdof* platform, const char* line) {
  if (platform == nullptr || line == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return platform->client.send(line), static_cast<int>(HEXAD_OK); });
}

int hexad_mdof_ask(hexad_mdof* platform, const char* line, char* answer, size_t size, hexad_error* error) {
  if (platform == nullptr || line == nullptr || answer == nullptr || size == 0) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto asked = platform->client.ask(line);
        if (!asked) return fail(error, asked.error());
        const size_t count = std::min(asked->body.size(), size - 1);
        std::memcpy(answer, asked->body.data(), count);
        answer[count] = '\0';
        return static_cast<int>(HEXAD_OK);
      },
      error);
}

int hexad_mdof_run(hexad_mdof* platform, const char* line, int32_t* code, hexad_error* error) {
  if (platform == nullptr || line == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded([&] { return code_into(platform->client.run(line), code, error); }, error);
}

int hexad_mdof_wait(hexad_mdof* platform, const char* number, double timeout, int32_t* code,
                    hexad_error* error) {
  if (platform == nullptr || number == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] { return code_into(platform->client.wait_for_final(number, duration_of(timeout)), code, error); },
      error);
}

int hexad_mdof_numbers(hexad_mdof* platform, uint32_t query, double six[6], hexad_error* error) {
  if (platform == nullptr || six == nullptr) return HEXAD_BAD_ARGUMENT;
  return guarded(
      [&] {
        const auto numbers = platform->client.numbers(std::to_string(query));
        if (!numbers) return fail(error, numbers.error());
        std::copy(numbers->begin(), numbers->end(), six);
        return static_cast<int>(HEXAD_OK);
      },
      error);
}

int hexad_lingjing_open(const char* address, uint16_t port, uint16_t local_port, double rate_hz,
                        hexad_lingjing** out, hexad_error* error) {
  hexad::host::LingjingSettings settings;
  settings.local_port = local_port;
  settings.rate_hz = rate_hz;
  return open_handle(address, port, settings.controller, settings, LingjingClient::open, out, error);
}

void hexad_lingjing_close(hexad_lingjing* platform) { delete platform; }

int hexad_lingjing_target(hexad_lingjing* platform, const hexad_lingjing_pose* pose) {
  LingjingPose target;
  if (!read(pose, target)) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](LingjingClient& c) { c.pose(target); });
}

int hexad_lingjing_legs(hexad_lingjing* platform, const double* extensions, size_t count) {
  if (platform == nullptr || extensions == nullptr || !are_finite({extensions, count}))
    return HEXAD_BAD_ARGUMENT;
  return platform->client.legs({extensions, count}) ? HEXAD_OK : HEXAD_BAD_ARGUMENT;
}

int hexad_lingjing_relays(hexad_lingjing* platform, int32_t bits) {
  if (bits > 0xFFF) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](LingjingClient& c) {
    c.relays(bits < 0 ? std::nullopt : std::optional{static_cast<std::uint16_t>(bits)});
  });
}

int hexad_lingjing_tick(hexad_lingjing* platform) {
  return with(platform, [](LingjingClient& c) { c.tick(); });
}

int hexad_lingjing_send(hexad_lingjing* platform) {
  return with(platform, [](LingjingClient& c) { c.send(); });
}

int hexad_lingjing_move(hexad_lingjing* platform, const hexad_lingjing_pose* pose, double seconds) {
  LingjingPose target;
  if (!read(pose, target) || !std::isfinite(seconds)) return HEXAD_BAD_ARGUMENT;
  return with(platform, [&](LingjingClient& c) { c.move(target, duration_of(seconds)); });
}

int hexad_lingjing_film(hexad_lingjing* platform, const char* what) {
  constexpr std::array<std::string_view, 5> kFilms{"play", "pause", "stop", "pre", "next"};
  const auto found = std::find(kFilms.begin(), kFilms.end(), what == nullptr ? "" : what);
  if (found == kFilms.end()) return HEXAD_BAD_ARGUMENT;
  return with(platform,
              [&](LingjingClient& c) { c.film(static_cast<LingjingClient::Film>(found - kFilms.begin())); });
}

int hexad_lingjing_poll(hexad_lingjing* platform, double timeout) {
  bool came = false;
  const int result = with(platform, [&](LingjingClient& c) { came = c.poll(duration_of(timeout)); });
  return result == HEXAD_OK && !came ? static_cast<int>(HEXAD_NOTHING) : result;
}

int hexad_lingjing_feedback(const hexad_lingjing* platform, hexad_lingjing_pose* pose) {
  if (platform == nullptr) return HEXAD_BAD_ARGUMENT;
  if (!platform->client.feedback()) return HEXAD_NOTHING;
  const LingjingPose& from = *platform->client.feedback();
  return give(pose, hexad_lingjing_pose{0, 0, from.roll, from.pitch, from.yaw, from.x, from.y, from.z, 0.0});
}

int hexad_csfi_read(const char* address, uint16_t port, uint8_t group, uint8_t* bytes, size_t size,
                    size_t* count, hexad_error* error) {
  return guarded(
      [&] {
        const auto ip = address == nullptr ? std::nullopt : hexad::net::parse_ip(address);
        if (!ip || bytes == nullptr || count == nullptr)
          return fail(error, HEXAD_BAD_ARGUMENT, "the address is numeric, as 192.168.1.30");
        hexad::host::CsfiSettings settings;
        settings.board.ip = *ip;
        if (port != 0) settings.board.port = port;
        auto client = hexad::host::CsfiClient::open(settings);
        if (!client) return fail(error, client.error());
        const auto answer = client->read_raw(group);
        if (!answer) return fail(error, answer.error());
        *count = answer->size();
        if (answer->size() > size)
          return fail(error, HEXAD_BAD_ARGUMENT, "the answer is longer than the place for it");
        std::memcpy(bytes, answer->data(), answer->size());
        return static_cast<int>(HEXAD_OK);
      },
      error);
}
}
