#include "capture/pcap_words.hpp"

#include <array>
#include <optional>

#include "messages/say.hpp"

namespace hexad::capture {
namespace {

using messages::Id;
using messages::Message;

constexpr std::array kKnown{Id::pcap_format,       Id::pcap_cut_file_header, Id::pcap_cut_header,
                            Id::pcap_cut_packet,   Id::pcap_cut_block,       Id::pcap_past_snaplen,
                            Id::pcap_past_maximum, Id::pcap_version,         Id::pcap_block_short,
                            Id::pcap_block_uneven, Id::pcap_block_long,      Id::pcap_reading};

/// What the system says of a file that is none to read; libpcap hands it on.
Message system_words(std::string_view text) {
  for (const Id id : {Id::system_folder, Id::system_input_output, Id::system_no_access})
    if (messages::row_of(id).english == text) return id;
  return messages::say<Id::pcap_told>(text);
}

/// `text` is the row's English with something in the places of its facts: with these facts.
std::optional<Message> read_by(Id id, std::string_view text) {
  std::string_view form = messages::row_of(id).english;
  Message message{id};
  for (std::size_t n = 0;; ++n) {
    const std::size_t open = form.find('{');
    const std::string_view before = form.substr(0, open);
    if (!text.starts_with(before)) return std::nullopt;
    text.remove_prefix(before.size());
    if (open == std::string_view::npos) return text.empty() ? std::optional{message} : std::nullopt;
    const messages::Parameter parameter = messages::parameter(messages::row_of(id).english, n);
    form.remove_prefix(form.find('}', open) + 1);
    const std::string_view after = form.substr(0, form.find('{'));
    const std::size_t end = after.empty() ? text.size() : text.find(after);
    if (end == 0 || end == std::string_view::npos) return std::nullopt;
    const std::string_view given = text.substr(0, end);
    if (parameter.type == "say")
      message.facts[n] = std::make_shared<const Message>(system_words(given));
    else
      message.facts[n] = messages::Name{given};
    text.remove_prefix(end);
  }
}

}  // namespace

Message pcap_words(std::string_view text) {
  for (const Id id : kKnown)
    if (const std::optional<Message> read = read_by(id, text)) return *read;
  return messages::say<Id::pcap_told>(text);
}

}  // namespace hexad::capture
