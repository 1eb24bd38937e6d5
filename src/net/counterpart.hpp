#pragma once
// Whose datagrams are those of the controller one speaks to. Not every controller answers from the port it
// listens on, so any port of its machine is taken at first; once that port itself has spoken, no other. On
// this machine several platforms may run side by side and all send to the port where hosts are looked for:
// there the others are never taken.

#include "net/address.hpp"

namespace hexad::net {

class Counterpart {
 public:
  explicit Counterpart(const Address& address) noexcept
      : address_{address}, only_its_port_{kLoopbackOnly.contains(address.ip)} {}

  bool sent_by_it(const Address& from) noexcept {
    if (from.ip != address_.ip) return false;
    if (from.port == address_.port) only_its_port_ = true;
    return from.port == address_.port || !only_its_port_;
  }

  const Address& address() const noexcept { return address_; }

 private:
  Address address_;
  bool only_its_port_;
};

}  // namespace hexad::net
