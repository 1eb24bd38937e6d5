// `hexad ctl`: what an operator does with a running platform.

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cueing/effect_kinds.hpp"
#include "cueing/tuning.hpp"
#include "hexad/console.hpp"
#include "hexad/exit_code.hpp"
#include "hexad/output.hpp"
#include "messages/json.hpp"
#include "messages/print.hpp"
#include "messages/say.hpp"
#include "operation/operator_order.hpp"
#include "os/terminal.hpp"
#include "web/console_client.hpp"

namespace hexad::cli {
namespace {

using namespace std::chrono_literals;

int show(const std::string& answer, const std::string& said, bool as_json) {
  const auto reply = nlohmann::json::parse(answer, nullptr, false);
  if (!reply.is_object() || !reply.contains("result")) {
    print_error(messages::say<messages::Id::console_not_json>(answer.substr(0, 200)));
    return kFailed;
  }
  const std::string result = reply.value("result", "");
  const messages::Message message = messages::from_json(reply.value("message", nlohmann::json{}));
  const std::string reason = message ? messages::to_text(message) : reply.value("reason", "");
  const bool good = result == "done" || result == "accepted";
  const messages::Message outcome = named("outcome_", result);
  if (as_json) print(answer.ends_with('\n') ? answer : answer + '\n');
  const std::string state = reply.value("state", "?");
  using messages::Id;
  if (good && !as_json)
    print((reason.empty() ? spoken<Id::ctl_answered>(said, outcome, state)
                          : spoken<Id::ctl_answered_why>(said, outcome, reason, state)) +
          '\n');
  if (!good)
    print_error(reason.empty() ? messages::say<Id::ctl_refused>(said, outcome)
                               : messages::say<Id::ctl_refused_why>(said, outcome, reason));
  return good ? kDone : kFailed;
}

}  // namespace

std::string told(Result<std::string, messages::Message> answer) {
  if (!answer) throw std::runtime_error{messages::to_text(answer.error())};
  return *std::move(answer);
}

int ctl(const CtlOptions& options) {
  const std::string argument = fmt::format("{}", fmt::join(options.arguments, " "));
  auto order = hexad::typed_order(options.action, argument);
  if (!order) {
    print_error(order.error());
    return kUsage;
  }
  const auto target = web::console_target(options.console.address());
  if (!target) {
    print_error(messages::say<messages::Id::option_wrong>("--to", target.error()));
    return kUsage;
  }
  const bool waits = hexad::find_action(options.action)->is_motion() && !options.no_wait;
  if (waits) (*order)["wait"] = true;
  if (waits && !options.console.json && is_terminal(Stream::error)) print_hint(messages::Id::waiting_for_end);
  const auto answer = web::console_post(*target, "/api/ctl", order->dump(), waits ? 170s : 10s);
  if (!answer) {
    print_error(answer.error());
    return kFailed;
  }
  return show(*answer, argument.empty() ? options.action : options.action + ' ' + argument,
              options.console.json);
}

std::string ctl_footer() {
  std::string text = in_english() ? "Actions:\n" : "操作：\n";
  for (const Action& action : hexad::actions()) {
    if (action.typed == nullptr) continue;
    const std::string name =
        fmt::format("{}{}{}", action.name, action.alias.empty() ? "" : ", ", action.alias);
    text += fmt::format("  {:<16} {}\n", fmt::format("{} {}", name, action.typed),
                        messages::to_text(action.help));
  }
  text += in_english() ? "Keys of cueing: preset, engine, input" : "cueing 的键：preset, engine, input";
  for (const cueing::TuningNumber& number : cueing::tuning_numbers()) text += fmt::format(", {}", number.key);
  text +=
      in_english() ? "\nEffects, with their numbers and the usual values:\n" : "\n效果及其数值和常用值：\n";
  for (const cueing::EffectInfo& effect : cueing::effect_kinds()) {
    text += fmt::format("  {:<16}", effect.name);
    for (const cueing::EffectNumber& number : effect.numbers)
      text += number.choices.empty() ? fmt::format(" {}={:g}", number.name, number.usual)
                                     : fmt::format(" {}={}", number.name,
                                                   number.choices[static_cast<std::size_t>(number.usual)]);
    text += '\n';
  }
  text += in_english()
              ? "Faults (NAME[:leg[:value]]; legs count from 1; clear[:NAME[:leg]] takes them back):\n"
              : "故障（NAME[:缸[:值]]；缸号从 1 起；clear[:NAME[:缸]] 将其清除）：\n";
  for (const plant::InjectionInfo& fault : plant::injections())
    text += fmt::format("  {:<16} {}{}\n", fault.name, messages::to_text(fault.text),
                        fault.value_text == messages::Id::nothing
                            ? ""
                            : fmt::format(" ({})", messages::to_text(fault.value_text)));
  text += in_english() ? "Motions (zero, raise, neutral, lower, go, file, film, manoeuvre) wait for their "
                         "end. Exit code 1 when "
                         "refused or "
                         "cut short.\n"
                       : "运动（zero、raise、neutral、lower、go、file、film、manoeuvre）会等到结束。被拒绝或"
                         "提前结束时退出码为 1。\n";
  return text + (in_english() ? "Examples:\n" : "示例：\n") +
         "  hexad ctl zero && hexad ctl raise\n  hexad ctl stop                       # bars all "
         "hosts …\n"
         "  hexad ctl give darren                # … until control is given back\n"
         "  hexad ctl go 0 0 30 0 0 0            # 30 mm above neutral\n"
         "  hexad ctl file pos01.txt --no-wait && hexad ctl override 50\n"
         "  hexad ctl cueing preset=car tilt_rate=2\n"
         "  hexad ctl save_tuning soft && hexad ctl tunings && hexad ctl tune soft\n"
         "  hexad ctl manoeuvre braking.csv --no-wait   # the cueing without a host\n"
         "  hexad ctl effect 1 vibration amplitude=0.3 frequency=5 && hexad ctl effect 1 none\n"
         "  hexad ctl inject drive_fault:3 && hexad status\n";
}

}  // namespace hexad::cli
