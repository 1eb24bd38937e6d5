// Whatever a far controller answers (the first byte says in which protocol): the gateway hears nothing of it,
// or a status whose numbers are all finite, within what a platform can be; and what it sends then can be read
// by that protocol. Several datagrams one after the other, with time between them.

#include <cmath>
#include <memory>

#include "fuzz/check.hpp"
#include "gateway/darren_far.hpp"
#include "gateway/mdof_far.hpp"
#include "gateway/motus_far.hpp"
#include "protocols/darren/request.hpp"
#include "protocols/mdof/request.hpp"
#include "protocols/motus/request.hpp"

namespace {

using namespace hexad;
using namespace hexad::fuzz;
using namespace hexad::gateway;

constexpr double kFar = 1e6;  // m

void finite(double value, double most) {
  require(std::isfinite(value) && std::abs(value) <= most, "no number");
}

void check(const Heard& heard) {
  for (int i = 0; i < 3; ++i) finite(heard.pose.position[i], kFar);
  finite(heard.pose.rotation.norm() - 1.0, 1e-3);
  for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(kMaxLegs); ++i) finite(heard.legs[i], kFar);
  for (const double torque : heard.torque) require(std::isfinite(torque), "a torque that is none");
  require(heard.state <= State::manual || static_cast<int>(heard.state) < 32, "a state of no name");
}

std::unique_ptr<FarProtocol> protocol_of(int number, const FarForm& form) {
  if (number == 0) return std::make_unique<DarrenFar>(form);
  if (number == 1) return std::make_unique<MotusFar>(form);
  return std::make_unique<MdofFar>(form);
}

bool reads(int number, std::span<const std::byte> frame) {
  if (number == 0) return protocols::darren::decode(frame).has_value();
  if (number == 1) return protocols::motus::decode(frame).has_value();
  return protocols::mdof::decode(frame).has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes{data, size};
  const int number = bytes.byte() % 3;
  FarForm form;
  form.send = (bytes.byte() & 1) != 0 && number == 0 ? FarForm::Send::legs : FarForm::Send::pose;
  form.length = number == 1 ? 1.0 : 1e-3;
  // The one of mdof has room for a whole motion: made once, begun anew.
  static std::unique_ptr<FarProtocol> kept[3][2];
  std::unique_ptr<FarProtocol>& far = kept[number][form.send == FarForm::Send::legs ? 1 : 0];
  far = protocol_of(number, form);
  Datagram datagram;
  Heard heard;
  for (int i = 0; i < 8 && !bytes.empty(); ++i) {
    const std::uint8_t act = bytes.byte();
    datagram.time += std::chrono::milliseconds{act >> 3};
    const std::string_view text = bytes.text(number == 2 ? bytes.byte() : number == 0 ? 180 : 76);
    datagram.assign(std::as_bytes(std::span{text}));
    if (const auto told = far->take(datagram)) {
      check(*told);
      heard = *told;
    }
    Order order;
    order.act = static_cast<Act>(act & 7);
    order.time = order.clock = datagram.time;
    const Frame& frame = far->encode(order, heard);
    require(frame.size == 0 || reads(number, frame.span()), "it sends what its protocol cannot read");
  }
  return 0;
}
