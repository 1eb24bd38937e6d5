#pragma once
// The subcommands that work on a machine without running it. Options are plain values as parsed by
// cli_geometry.cpp and cli_motion.cpp; poses are X Y Z RX RY RZ in mm and degrees, from neutral.

#include <optional>
#include <string>
#include <vector>

#include "model/axes.hpp"

namespace hexad::cli {

struct PlatformsOptions {
  std::string name;  ///< empty = list them
  bool json = false;
};
int platforms(const PlatformsOptions& options);

struct BenchOptions {
  std::string platform;
  bool json = false;
};
int bench(const BenchOptions& options);

struct IkOptions {
  std::string platform;
  AxisValues pose{};
  AxisValues velocity{};         ///< mm/s, °/s; the rotational part is ω in base axes
  AxisValues acceleration{};     ///< mm/s², °/s²; the rotational part is α
  std::optional<double> rotary;  ///< degrees
  std::string poses;             ///< a file of them instead of one
  std::string csv;               ///< a file; "-" = stdout instead of the table
  bool json = false;
};
int ik_poses(const IkOptions& options);
int ik(const IkOptions& options);

struct FkOptions {
  std::string platform;
  std::string legs;      ///< mm, one a leg, with commas; extensions also zero, mid, top, 1236
  bool lengths = false;  ///< joint to joint instead of from retracted
  bool all = false;      ///< every assembly mode
  std::string csv;
  bool json = false;
};
int fk(const FkOptions& options);
int fk_all(const FkOptions& options);

struct ReachOptions {
  std::string platform;
  AxisValues from{};
  bool json = false;
  std::string map;  ///< "surge,pitch": two axes at once; empty = each axis alone
  std::string csv;
  std::string svg;
  std::string show = "condition";
  int points = 121;  ///< of each axis
};
int reach(const ReachOptions& options);
int reach_map(const ReachOptions& options);

struct CheckOptions {
  std::string file;
};
int check(const CheckOptions& options);

struct PreflightOptions {
  std::string file;
  std::string platform;
  std::string svg;      ///< a file; empty = no plot
  double scale = 1.0;   ///< of the motion, about neutral
  bool smooth = false;  ///< low-passed as far as it must be
  bool json = false;
};
int preflight(const PreflightOptions& options);

struct SineOptions {
  std::string platform;
  std::string axis;
  double amplitude = 0.0;  ///< mm or degrees
  double frequency = 0.0;  ///< Hz
  std::string csv;
  bool json = false;
};
int sine(const SineOptions& options);

struct CueOptions {
  std::string platform;
  std::string input;                 ///< a recorded manoeuvre
  std::vector<std::string> presets;  ///< empty = the configuration's; "all"
  std::vector<std::string> engines;  ///< empty = the configuration's
  std::vector<std::string> tunings;  ///< that are kept, instead of both
  std::string state;                 ///< where they are; empty = where the system keeps such things
  std::vector<std::string> set;      ///< KEY=VALUE
  std::string report;                ///< a folder
  bool frequency_response = false;
  std::vector<std::string> axes;  ///< of the frequency response; empty = all
  std::string bands;              ///< a file
  int rate = 100;                 ///< frames a second from the host
  bool bound = false;             ///< work out what is possible
  std::string keep;               ///< a table that keeps it
  std::string live;               ///< a manoeuvre to play into a running platform
  std::string to;                 ///< whose address; empty = this machine
  std::string film;               ///< the best motion, as a file of positions
  bool json = false;
};
int cue(const CueOptions& options);

struct ConvertOptions {
  std::string from;
  std::string to;
};
int convert(const ConvertOptions& options);

}  // namespace hexad::cli
