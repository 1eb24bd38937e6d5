#pragma once
// A disk in memory that knows what would be left of it after a loss of power: what was written counts only
// once it was synced, and names change on the disk in their order, as far as it came, until the folder is
// synced. Any call can be the last one, or fail.

#include <algorithm>
#include <cerrno>
#include <map>
#include <stdexcept>
#include <vector>

#include "store/disk.hpp"

namespace hexad::store {

/// The power went.
struct PowerLoss : std::runtime_error {
  PowerLoss() : std::runtime_error{"the power went"} {}
};

class SimulatedDisk final : public Disk {
 public:
  using Bytes = std::vector<std::byte>;
  enum class Unsynced { lost, half, kept };

  /// The power goes in call number `call` from now (0 = the next): half of it is done if it is a write. That
  /// call throws PowerLoss; or, `quiet`, it and all that follow fail, and dead() tells.
  enum class Loss { thrown, quiet };
  void lose_power_at(int call, Loss loss = Loss::thrown) {
    power_left_ = call;
    loss_ = loss;
  }
  bool dead() const noexcept { return dead_; }
  /// That call fails, with the error of a broken disk, and with `for_good` every one after it.
  void fail_at(int call, bool for_good) {
    until_failure_ = call;
    for_good_ = for_good;
  }
  void mend() { until_failure_ = -1; }
  /// No room: nothing can be made longer.
  void fill(bool full) { full_ = full; }
  int calls() const noexcept { return calls_; }

  /// How many changes of names the disk may or may not have done when the power goes now.
  std::size_t unsynced_names() const noexcept { return names_.size() - 1; }
  /// After the power came back: `names` of those changes were done.
  SimulatedDisk after_power_loss(std::size_t names, Unsynced data) const {
    SimulatedDisk disk;
    for (const auto& [path, node] : names_[names]) {
      const Node& found = nodes_[node];
      Bytes bytes = found.synced;
      if (found.synced != found.bytes && data == Unsynced::kept) bytes = found.bytes;
      if (found.synced != found.bytes && data == Unsynced::half)
        bytes.assign(found.bytes.begin(), found.bytes.begin() + static_cast<long>(found.bytes.size() / 2));
      disk.names_.back()[path] = disk.nodes_.size();
      disk.nodes_.push_back({bytes, bytes});
    }
    return disk;
  }

  int open_to_read(const std::string& path) override {
    if (!goes()) return -1;
    const auto found = names_.back().find(path);
    if (found == names_.back().end()) return error(ENOENT);
    return file(found->second);
  }
  int open_to_write(const std::string& path) override {
    if (!goes()) return -1;
    if (full_) return error(ENOSPC);
    // What is there is cut off at once, on the disk too: nobody has promised otherwise.
    if (const auto found = names_.back().find(path); found != names_.back().end()) {
      nodes_[found->second] = {};
      return file(found->second);
    }
    change_names();
    nodes_.push_back({});
    names_.back()[path] = nodes_.size() - 1;
    return file(nodes_.size() - 1);
  }
  int open_folder(const std::string&) override { return goes() ? file(kFolder) : -1; }
  std::ptrdiff_t read(int fd, std::span<std::byte> bytes) override {
    if (!goes()) return -1;
    File& open = files_[static_cast<std::size_t>(fd)];
    const Bytes& all = nodes_[open.node].bytes;
    const std::size_t count = std::min(bytes.size(), all.size() - open.place);
    std::copy_n(all.begin() + static_cast<long>(open.place), count, bytes.begin());
    open.place += count;
    return static_cast<std::ptrdiff_t>(count);
  }
  std::ptrdiff_t write(int fd, std::span<const std::byte> bytes) override {
    const bool last = power_left_ == 0;
    if (!last && !goes()) return -1;
    if (full_ && !last) return error(ENOSPC);
    Bytes& all = nodes_[files_[static_cast<std::size_t>(fd)].node].bytes;
    const std::size_t count = last ? bytes.size() / 2 : bytes.size();
    all.insert(all.end(), bytes.begin(), bytes.begin() + static_cast<long>(count));
    if (last && !goes()) return -1;
    return static_cast<std::ptrdiff_t>(count);
  }
  int sync(int fd) override {
    if (!goes()) return -1;
    const std::size_t node = files_[static_cast<std::size_t>(fd)].node;
    if (node == kFolder) {
      names_ = {names_.back()};
    } else {
      nodes_[node].synced = nodes_[node].bytes;
    }
    return 0;
  }
  /// Also called while a stack unwinds: the power that goes here is noticed by the next call.
  int close(int) override {
    if (power_left_ == 0) dead_ = true;
    return goes() ? 0 : -1;
  }
  int link(const std::string& path, const std::string& second) override {
    if (!goes()) return -1;
    const auto found = names_.back().find(path);
    if (found == names_.back().end()) return error(ENOENT);
    if (names_.back().count(second) != 0) return error(EEXIST);
    const std::size_t node = found->second;
    change_names();
    names_.back()[second] = node;
    return 0;
  }
  int rename(const std::string& from, const std::string& to) override {
    if (!goes()) return -1;
    const auto found = names_.back().find(from);
    if (found == names_.back().end()) return error(ENOENT);
    const std::size_t node = found->second;
    change_names();
    names_.back().erase(from);
    names_.back()[to] = node;
    return 0;
  }
  int remove(const std::string& path) override {
    if (!goes()) return -1;
    if (names_.back().count(path) == 0) return error(ENOENT);
    change_names();
    names_.back().erase(path);
    return 0;
  }

 private:
  static constexpr std::size_t kFolder = ~std::size_t{0};
  struct Node {
    Bytes bytes, synced;
  };
  struct File {
    std::size_t node = 0;
    std::size_t place = 0;
  };

  static int error(int number) {
    errno = number;
    return -1;
  }
  int file(std::size_t node) {
    files_.push_back({node, 0});
    return static_cast<int>(files_.size() - 1);
  }
  void change_names() { names_.push_back(names_.back()); }
  /// Whether this call is done. Once the power has gone nothing is.
  bool goes() {
    errno = EIO;
    if (dead_) return false;
    ++calls_;
    if (power_left_ == 0) {
      dead_ = true;
      if (loss_ == Loss::quiet) return false;
      throw PowerLoss{};
    }
    if (power_left_ > 0) --power_left_;
    if (until_failure_ == 0) {
      if (!for_good_) until_failure_ = -1;
      return false;
    }
    if (until_failure_ > 0) --until_failure_;
    return true;
  }

  std::vector<std::map<std::string, std::size_t>> names_{{}};  ///< as synced, and after each change since
  std::vector<Node> nodes_;
  std::vector<File> files_;
  int calls_ = 0;
  int power_left_ = -1;
  int until_failure_ = -1;
  bool for_good_ = false;
  bool full_ = false;
  Loss loss_ = Loss::thrown;
  bool dead_ = false;
};

}  // namespace hexad::store
