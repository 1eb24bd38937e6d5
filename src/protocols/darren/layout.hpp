#pragma once
// The frames of this protocol, byte by byte; little-endian, no checksum. The one list that decoding,
// encoding, `hexad decode` and the docs read.

#include <array>

#include "wire/layout.hpp"

namespace hexad::protocols::darren {

using wire::Field;
using wire::Type;

inline constexpr std::size_t kFrameSize = 128;
/// What the printed tables of 100, 101 and 102 add up to, although the header says 128.
inline constexpr std::size_t kPrintedSize = 124;

/// Host to controller, as real hosts send it: the same for every message ID.
inline constexpr std::array kCommand{Field{0, Type::u32, 1, "length", "bytes"},
                                     Field{4, Type::u32, 1, "sequence"},
                                     Field{8, Type::u32, 1, "reserved 1"},
                                     Field{12, Type::u32, 1, "message ID"},
                                     Field{16, Type::u16, 1, "command word"},
                                     Field{18, Type::u16, 1, "file ID"},
                                     Field{20, Type::u16, 1, "sub command"},
                                     Field{22, Type::u16, 1, "reserved 2"},
                                     Field{24, Type::u32, 2, "reserved 3"},
                                     Field{32, Type::f32, 6, "values", "by message ID"},
                                     Field{56, Type::f32, 18, "more values", "by message ID"}};
static_assert(byte_size(kCommand) == kFrameSize);

/// Host to controller by the printed tables of 100, 101 and 102.
inline constexpr std::array kPrintedCommand{
    Field{0, Type::u32, 1, "length", "bytes"},
    Field{4, Type::u32, 1, "sequence"},
    Field{8, Type::u32, 1, "reserved 1"},
    Field{12, Type::u32, 1, "message ID"},
    Field{16, Type::u16, 1, "command word"},
    Field{18, Type::u16, 1, "sub command"},  ///< and the file ID of word 6: the word says which
    Field{20, Type::u32, 2, "reserved 2"},
    Field{28, Type::f32, 6, "values", "by message ID"},
    Field{52, Type::f32, 18, "more values", "by message ID"}};
static_assert(byte_size(kPrintedCommand) == kPrintedSize);

/// Controller to host, message ID 200.
inline constexpr std::array kStatus{Field{0, Type::u32, 1, "length", "bytes"},
                                    Field{4, Type::u32, 1, "sequence"},
                                    Field{8, Type::u32, 1, "reserved 1"},
                                    Field{12, Type::u32, 1, "message ID"},
                                    Field{16, Type::u16, 1, "status word"},
                                    Field{18, Type::u16, 1, "motion state"},
                                    Field{20, Type::u16, 1, "I/O"},
                                    Field{22, Type::u16, 1, "reserved 2"},
                                    Field{24, Type::u32, 1, "error code"},
                                    Field{28, Type::u32, 1, "warnings"},
                                    Field{32, Type::f32, 6, "pitch roll yaw sway surge heave", "deg, mm"},
                                    Field{56, Type::f32, 6, "actuators", "mm from neutral"},
                                    Field{80, Type::u32, 6, "drive errors"},
                                    Field{104, Type::f32, 6, "torque", "Nm"}};
static_assert(byte_size(kStatus) == kFrameSize);

/// Controller to host, message IDs 11 and 12: a header and zeros.
inline constexpr std::array kReply{Field{0, Type::u32, 1, "length", "bytes"},
                                   Field{4, Type::u32, 1, "sequence"}, Field{8, Type::u32, 1, "reserved 1"},
                                   Field{12, Type::u32, 1, "message ID"},
                                   Field{16, Type::u32, 28, "reserved 2"}};
static_assert(byte_size(kReply) == kFrameSize);

using Frame = std::array<std::byte, kFrameSize>;

}  // namespace hexad::protocols::darren
