#pragma once
// Drives, clearance, workspace, stiffness, tolerances and machines from a requirement (docs/design.md). What
// is typed becomes the request that a page would send; `--json` prints its answer as it is.

#include <string>
#include <vector>

#include "model/axes.hpp"

namespace hexad::cli {

/// Items of an object, as typed: name=value.
using Items = std::vector<std::string>;

struct ClearanceOptions {
  std::string platform;
  double least = 10.0;
  Items body;
  std::string mount = "neutral";
  std::vector<double> joint_limit{0.0, 0.0};
  bool json = false;
};
int clearance(const ClearanceOptions& options);

struct VolumeOptions {
  std::string platform;
  std::vector<double> rotation{0.0, 0.0, 0.0};
  std::vector<double> tilt{0.0, 0.0, 0.0};
  int points = 31;
  std::string stl;
  std::string csv;
  bool json = false;
};
int volume(const VolumeOptions& options);

struct EnvelopeOptions {
  std::string platform;
  std::vector<std::string> range, low, high, velocity, acceleration;  ///< AXES as typed
  bool json = false;
};
int envelope(const EnvelopeOptions& options);

struct StiffnessOptions {
  std::string platform;
  std::vector<std::string> pose;
  Items leg;
  bool json = false;
};
int stiffness(const StiffnessOptions& options);

struct TolerancesOptions {
  std::string platform;
  Items tolerance;
  std::vector<double> point{0.0, 0.0, 0.0};
  bool json = false;
};
int tolerances(const TolerancesOptions& options);

struct SizeOptions {
  std::string platform;
  std::string file;
  std::string manoeuvre;
  Items sine;  ///< axis=…, amplitude=…, frequency=…
  std::string motors;
  std::vector<std::string> only;
  std::string show;
  double reserve = 10.0;
  bool no_brake = false;
  Items screw, belt, gear, bus;
  std::string svg;
  bool list = false;
  bool json = false;
};
int size(const SizeOptions& options);

struct DesignOptions {
  std::vector<std::string> range, low, high, velocity, acceleration;
  Items items;  ///< the rest of the requirement
  std::vector<double> centre, inertia, leads;
  std::vector<std::string> motors;
  int steps = 20;
  std::string out;  ///< a folder for the platform files
  bool json = false;
};
int design(const DesignOptions& options);

}  // namespace hexad::cli
