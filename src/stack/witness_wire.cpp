// What each protocol's datagrams say, as a host would read them. I14, I18, I26, I27, I29.

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "drill/one_of.hpp"
#include "protocols/darren/status.hpp"
#include "protocols/lingjing/request.hpp"
#include "protocols/motus/status.hpp"
#include "stack/witness.hpp"

namespace hexad::stack {
namespace {

namespace csfi = protocols::csfi;

constexpr std::size_t kMostHeaves = 64;
constexpr double kShownPosition = 0.02;  // mm
constexpr int kDarrenPose = 100;
constexpr int kDarrenPlay = 6;
constexpr int kMotusInstruct = 11;
constexpr int kMotusScript = 13;

}  // namespace

int darren_shows(const Telemetry& t) {
  using enum State;
  constexpr std::array<int, kStates> kWords{0, 1, 2, 3, 4, 5, 6, 7, 6, 10, 9, 20, 11, 12};
  const State shown = t.state == stopping ? t.before : t.state;
  if (shown != ready) return kWords[static_cast<std::size_t>(shown)];
  const Pose& pose = t.commanded.pose;
  const bool neutral =
      pose.position.norm() <= 0.5e-3 && rotation_vector(pose.rotation).norm() <= 0.05 * kDegree;
  return neutral ? 5 : 10;
}

std::vector<int> motus_shows(const Telemetry& t) {
  using enum State;
  const State shown = drill::one_of(t.state, {stopping, holding}) ? t.before : t.state;
  switch (shown) {
    case init:
    case powered_up:
      return {55};
    case zeroing:
      return {0};
    case origin:
      return {t.arrived_by == ArrivedBy::zeroing ? 1 : 13, 1};
    case ascending:
      return {2};
    case running:
      if (t.program == ProgramKind::file) return {8};
      if (drill::one_of(t.program, {ProgramKind::none, ProgramKind::follow_pose, ProgramKind::follow_legs,
                                    ProgramKind::cueing}))
        return {4};
      return {5};
    case to_neutral:
      return {14};
    case descending:
      return {12};
    case manual:
      return {32};
    case fault:
    case emergency:
      return {33};
    default:
      return {3, 5, 9};
  }
}

void Witness::note_frame(Host& host, int word, std::optional<double> heave) {
  if (word != host.word) {
    host.word_changed = now_.time;
    host.several = host.heard > 0;
  }
  host.word = word;
  ++host.heard;
  std::rotate(host.frames.begin(), host.frames.begin() + 1, host.frames.end());
  host.frames.back() = now_.time;
  if (!heave) return;
  if (host.heaves.size() == kMostHeaves) host.heaves.erase(host.heaves.begin());
  host.heaves.push_back({now_.time, *heave});
}

void Witness::heard_darren(const Endpoint& from, std::span<const std::byte> bytes) {
  const auto frame = protocols::darren::decode(bytes);
  if (!frame) return;
  if (!darren_spoke_) silent_ticks_ = 0;
  darren_spoke_ = true;
  if (frame->word == 9) expect(from.protocol, Control::emergency);
  Host& peer = host(from);
  // I18: what was overtaken counts for nothing but that the host is there (darren decision 6).
  const std::uint32_t behind = peer.newest - frame->sequence;
  const bool overtaken = peer.counts && behind >= 1 && behind <= 32 &&
                         now_.time - peer.newest_at < std::chrono::milliseconds{199};
  if (!overtaken) {
    peer.newest = frame->sequence;
    peer.newest_at = now_.time;
    peer.counts = true;
  }
  const bool pose = frame->message_id == kDarrenPose && !overtaken;
  const bool drives = now_.state == State::running && now_.driver == from;
  peer.watched = peer.watched || (pose && drives);
  const int act = frame->word == kDarrenPlay ? frame->word | frame->file << 16 : frame->word;
  note_frame(peer, overtaken ? peer.word : act,
             pose ? std::optional{static_cast<double>(frame->values[5]) * kMillimetre} : std::nullopt);
}

void Witness::heard_motus(const Endpoint& from, std::span<const std::byte> bytes) {
  const auto frame = protocols::motus::decode(bytes);
  if (!frame) return;
  if (frame->cmd == 3) expect(from.protocol, Control::emergency);
  // Sockets of one address may be one host (motus decision 23).
  const int beside = frame->cmd == kMotusInstruct ? frame->sub_cmd
                     : frame->cmd == kMotusScript ? frame->file
                                                  : 0;
  for (auto& [endpoint, host] : hosts_)
    if (endpoint.protocol == from.protocol && endpoint.address == from.address)
      note_frame(host, frame->cmd << 8 | beside, static_cast<double>(frame->dofs[5]));
  ++host(from).unanswered;
}

void Witness::heard_lingjing(const Endpoint& from, std::span<const std::byte> bytes) {
  const auto frame = protocols::lingjing::decode(bytes);
  if (!frame) return;
  const double neutral = seen_.machine->heights.neutral_above_bottom();
  note_frame(host(from), 0, frame->values[5] * kMillimetre - neutral);
}

/// I14: where the platform is, as somebody else is told it.
void Witness::check_pose(const char* whose, std::span<const float> position, double unit) {
  if (!now_.actual_valid || !seen_.plain) return;
  for (int i = 0; i < 3; ++i) {
    const double shown = static_cast<double>(position[static_cast<std::size_t>(i)]) * unit;
    if (!(std::abs(shown - now_.actual.position[i]) <= kShownPosition * kMillimetre))
      return report_(14, "{} shows {:.3f} mm on axis {} and it is {:.3f}", whose, shown / kMillimetre, i + 1,
                     now_.actual.position[i] / kMillimetre);
  }
}

void Witness::told_darren(const Endpoint& to, std::span<const std::byte> bytes) {
  const auto answer = protocols::darren::decode_answer(bytes);
  if (!answer) return report_(26, "an answer of darren that is none");
  const auto* const status = std::get_if<protocols::darren::StatusFrame>(&*answer);
  const auto* const reply = std::get_if<protocols::darren::Reply>(&*answer);
  const std::uint32_t sequence = status != nullptr ? status->sequence : reply->sequence;
  Host& receiver = host(to);
  if (sequence != receiver.sequence + 1 && sequence != 1)
    report_(26, "status {} of darren after {}", sequence, receiver.sequence);
  receiver.sequence = sequence;
  silent_ticks_ = 0;
  if (status == nullptr) return;
  if (static_cast<int>(status->state) != darren_shows(now_))
    report_(14, "darren shows {} in {}", static_cast<int>(status->state), to_string(now_.state));
  if ((now_.state == State::fault) && status->error == 0) report_(14, "darren shows a fault without a code");
  if (now_.state == State::emergency && status->error != 195)
    report_(14, "darren shows {} in an emergency", status->error);
  const bool lost = (status->warnings & protocols::darren::warning::kHostTimeout) != 0;
  if (lost != now_.host_lost) report_(14, "darren's warning of a lost host is wrong");
  if (status->outputs != now_.setpoint.outputs) report_(14, "darren shows other outputs");
  check_pose("darren", std::span{status->pose}.subspan(3), kMillimetre);
}

void Witness::told_motus(const Endpoint& to, std::span<const std::byte> bytes) {
  const auto status = protocols::motus::decode_status(bytes);
  if (!status) return report_(14, "a status of motus that is none");
  host(to).unanswered = 0;
  const std::vector<int> allowed = motus_shows(now_);
  if (std::find(allowed.begin(), allowed.end(), static_cast<int>(status->state)) == allowed.end())
    report_(14, "motus shows {} in {}", static_cast<int>(status->state), to_string(now_.state));
  const bool error =
      std::any_of(status->errors.begin(), status->errors.end(), [](float e) { return e != 0; });
  if (now_.state == State::fault && !error) report_(14, "motus shows a fault without a code");
  check_pose("motus", std::span{status->pose}.subspan(3), 1.0);
}

/// What is written may be read from now on; so may what was there, until a read has shown the other.
void Witness::heard_csfi(std::span<const std::byte> bytes) {
  const auto decoded = csfi::decode(bytes);
  if (!decoded) return;
  if (const auto* const read = std::get_if<csfi::ReadRequest>(&*decoded)) reads_[read->group - 1U] = true;
  const auto* const group = std::get_if<csfi::Group>(&*decoded);
  if (group == nullptr) return;
  const csfi::Frame answer = csfi::encode(*group, csfi::Kind::answer);
  groups_[group->index()].push_back({{answer.view().begin(), answer.view().end()}, false});
  note_time_for_writes();
}

/// csfi decision 3: at the bottom, or powered up. Group 3 changes no machine: any time is one.
void Witness::note_time_for_writes() {
  if (full_) return;
  const bool now = now_.tick == 0 || now_.state == State::origin || now_.state == State::powered_up;
  for (std::size_t i = 0; i < groups_.size(); ++i)
    for (Written& one : groups_[i]) one.may_be_taken |= now || i == 2;
}

/// I27, I29: whole, and one of those that were written.
void Witness::check_group(const csfi::Group& group, const char* where) {
  auto& known = groups_[group.index()];
  const csfi::Frame frame = csfi::encode(group, csfi::Kind::answer);
  const std::vector<std::byte> shown{frame.view().begin(), frame.view().end()};
  if (known.empty()) known.push_back({shown, true});  // what the platform came with
  const auto found = std::find_if(known.rbegin(), known.rend(), [&](const Written& one) {
    return one.may_be_taken && one.answer == shown;
  });
  if (found == known.rend())
    return report_(27, "{} has a group {} that nobody has written, or at no time for it", where,
                   group.index() + 1);
  // The newest that is the same: what was before it is over.
  if (!unconfirmed_) known.erase(known.begin(), std::prev(found.base()));
}

void Witness::found(const CalibrationSet& set, bool trusted) {
  if (!trusted) report_(27, "what is stored is not whole");
  for (const csfi::Group& group : set.groups) check_group(group, "the disk");
}

void Witness::told_csfi(std::span<const std::byte> bytes) {
  const auto decoded = csfi::decode_answer(bytes);
  if (!decoded) return report_(27, "an answer of the board that is none");
  if (!reads_[decoded->index()])
    report_(27, "the board shows group {}, and nobody has asked", decoded->index() + 1);
  check_group(*decoded, "the board");
}

}  // namespace hexad::stack
