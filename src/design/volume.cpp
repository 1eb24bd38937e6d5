// The surface goes through the edges between a node that can be reached and one that cannot, where bisection
// finds the border (marching tetrahedra: each cube is six tetrahedra around one diagonal, alike in all cubes,
// so that the surface has no gaps). The outermost nodes never count: the surface is closed.
//
// The volume of a slice is the flow of (x/2, y/2, 0) through its surface: its ends are level and let none of
// it through, so slices add up.

#include "design/volume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "kinematics/dynamics.hpp"
#include "kinematics/jacobian.hpp"

namespace hexad::design {
namespace {

constexpr std::size_t kCoarse = 17;
constexpr int kBorderHalvings = 8;
constexpr double kNone = std::numeric_limits<double>::infinity();

/// The rotations asked for, and whether a place has them all.
class Rotations {
 public:
  Rotations(const Machine& machine, const VolumeQuestion& question) : machine_{machine} {
    for (int n = 0; n < 27; ++n) {
      const int way[3] = {n % 3, n / 3 % 3, n / 9};
      Vec3 angles = question.rotation;
      bool twice = false;
      for (Eigen::Index i = 0; i < 3; ++i) {
        if (question.tilt[i] == 0.0) twice = twice || way[i] > 0;
        angles[i] += question.tilt[i] * (way[i] == 0 ? 0.0 : way[i] == 1 ? 1.0 : -1.0);
      }
      if (!twice) all_.push_back(rotation_from_angles(angles, RotationOrder::zyx));
    }
  }
  const std::vector<Quat>& all() const noexcept { return all_; }
  bool reach(const Vec3& position) {
    // What failed next door fails here.
    if (!fits({position, all_[likely_]})) return false;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (i == likely_ || fits({position, all_[i]})) continue;
      likely_ = i;
      return false;
    }
    return true;
  }
  /// What can be reached lies within; empty: high below low.
  std::pair<Vec3, Vec3> bounds() const {
    Vec3 low = Vec3::Constant(-kNone), high = Vec3::Constant(kNone);
    const Geometry& geometry = machine_.geometry;
    const Vec3& neutral = machine_.heights.neutral.position;
    for (const Quat& rotation : all_) {
      for (std::size_t i = 0; i < geometry.legs; ++i) {
        const Vec3 centre = geometry.base[i] - rotation * geometry.platform[i] - neutral;
        const double reach = geometry.retracted[static_cast<Eigen::Index>(i)] + geometry.stroke;
        low = low.cwiseMax(Vec3{centre.array() - reach});
        high = high.cwiseMin(Vec3{centre.array() + reach});
      }
    }
    low.z() = std::max(low.z(), -neutral.z());  // above the base
    return {low, high};
  }

 private:
  bool fits(const Pose& pose) const {
    return !kinematics::first_hit(machine_, pose, kinematics::StrokeUse::full);
  }
  const Machine& machine_;
  std::vector<Quat> all_;
  std::size_t likely_ = 0;
};

/// Six tetrahedra around the diagonal from corner 0 to corner 7; bit 0 of a corner is x, bit 1 y, bit 2 z.
constexpr std::array<std::array<int, 4>, 6> kTetrahedra{
    {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7}, {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}}};

class Surface {
 public:
  Surface(const VolumeGrid& grid, Rotations& rotations, VolumeSlice& slice)
      : grid_{grid}, rotations_{rotations}, slice_{slice} {}

  /// The cubes between two layers of nodes.
  void add_layer(std::size_t z, const std::vector<char>& below, const std::vector<char>& above) {
    for (std::size_t y = 0; y + 1 < grid_.nodes[1]; ++y) {
      for (std::size_t x = 0; x + 1 < grid_.nodes[0]; ++x) {
        std::array<bool, 8> inside{};
        int count = 0;
        for (std::size_t corner = 0; corner < 8; ++corner) {
          const std::size_t place = (y + (corner >> 1U & 1U)) * grid_.nodes[0] + x + (corner & 1U);
          inside[corner] = (corner < 4 ? below : above)[place] != 0;
          count += inside[corner] ? 1 : 0;
        }
        if (count == 0 || count == 8) continue;
        for (const auto& tetrahedron : kTetrahedra) add(tetrahedron, inside, {x, y, z});
      }
    }
  }

 private:
  using Node = std::array<std::size_t, 3>;
  struct Corner {
    std::uint32_t vertex;
    Vec3 middle;  ///< of the edge it is on
  };

  void add(const std::array<int, 4>& corners, const std::array<bool, 8>& inside, const Node& cube) {
    std::vector<int> in, out;
    for (const int corner : corners) (inside[static_cast<std::size_t>(corner)] ? in : out).push_back(corner);
    if (in.empty() || out.empty()) return;
    const auto point = [&](int a, int b) -> Corner {
      const Node inner = node(cube, a), outer = node(cube, b);
      return {vertex(inner, outer), 0.5 * (at(inner) + at(outer))};
    };
    const Vec3 outward = centre(cube, out) - centre(cube, in);
    if (in.size() == 1) {
      triangle(point(in[0], out[0]), point(in[0], out[1]), point(in[0], out[2]), outward);
    } else if (out.size() == 1) {
      triangle(point(in[0], out[0]), point(in[1], out[0]), point(in[2], out[0]), outward);
    } else {
      const Corner a = point(in[0], out[0]), b = point(in[0], out[1]), c = point(in[1], out[1]),
                   d = point(in[1], out[0]);
      triangle(a, b, c, outward);
      triangle(a, c, d, outward);
    }
  }
  static Node node(const Node& cube, int corner) {
    const auto bits = static_cast<std::size_t>(corner);
    return {cube[0] + (bits & 1U), cube[1] + (bits >> 1U & 1U), cube[2] + (bits >> 2U & 1U)};
  }
  Vec3 at(const Node& node) const { return grid_.at(node[0], node[1], node[2]); }
  Vec3 centre(const Node& cube, const std::vector<int>& corners) const {
    Vec3 sum = Vec3::Zero();
    for (const int corner : corners) sum += at(node(cube, corner));
    return sum / static_cast<double>(corners.size());
  }
  /// On the edge from a node inside to one outside.
  std::uint32_t vertex(const Node& in, const Node& out) {
    const auto key = [&](const Node& n) { return (n[2] * grid_.nodes[1] + n[1]) * grid_.nodes[0] + n[0]; };
    const auto [found, fresh] = known_.try_emplace(key(in) << 32U | key(out), 0);
    if (!fresh) return found->second;
    const Vec3 from = at(in), way = at(out) - from;
    double good = 0.0, bad = 1.0;
    for (int i = 0; i < kBorderHalvings; ++i) {
      const double middle = 0.5 * (good + bad);
      (rotations_.reach(from + middle * way) ? good : bad) = middle;
    }
    slice_.vertices.push_back(from + good * way);
    return found->second = static_cast<std::uint32_t>(slice_.vertices.size() - 1);
  }
  /// Which way it looks is that of the middles of its edges: the border may put two corners on one point.
  void triangle(const Corner& a, const Corner& b, const Corner& c, const Vec3& outward) {
    const bool turned = (b.middle - a.middle).cross(c.middle - a.middle).dot(outward) < 0.0;
    const std::uint32_t second = turned ? c.vertex : b.vertex, third = turned ? b.vertex : c.vertex;
    slice_.triangles.push_back({a.vertex, second, third});
    const Vec3 &p = slice_.vertices[a.vertex], &q = slice_.vertices[second], &r = slice_.vertices[third];
    const Vec3 area = 0.5 * (q - p).cross(r - p);
    const Vec3 centre = (p + q + r) / 3.0;
    slice_.volume += 0.5 * (centre.x() * area.x() + centre.y() * area.y());
  }

  const VolumeGrid& grid_;
  Rotations& rotations_;
  VolumeSlice& slice_;
  std::unordered_map<std::size_t, std::uint32_t> known_;
};

void look_inside(const Machine& machine, const Rotations& rotations, const Vec3& position,
                 VolumeSlice& slice) {
  VolumeCell cell;
  cell.at = position;
  cell.speeds.fill(kNone);
  for (const Quat& rotation : rotations.all()) {
    Motion standing;
    standing.pose = {position, rotation};
    const LegForces force = kinematics::leg_forces(machine, standing);
    for (std::size_t leg = 0; leg < machine.geometry.legs; ++leg) {
      const double here = std::abs(force[static_cast<Eigen::Index>(leg)]);
      cell.force = std::max(cell.force, here);
      if (here > slice.worst.force) slice.worst = {here, leg, standing.pose};
    }
    const Mat6 rates = kinematics::jacobian(machine, standing.pose);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double most = rates.col(static_cast<Eigen::Index>(axis)).cwiseAbs().maxCoeff();
      const double speed = machine.limits.leg.velocity / most;
      cell.speeds[axis] = std::min(cell.speeds[axis], speed);
      if (speed < slice.slowest[axis].speed) slice.slowest[axis] = {speed, standing.pose};
    }
  }
  slice.cells.push_back(cell);
}

std::vector<char> layer_of(const VolumeGrid& grid, Rotations& rotations, std::size_t z) {
  std::vector<char> layer(grid.nodes[0] * grid.nodes[1], 0);
  if (z == 0 || z + 1 == grid.nodes[2]) return layer;
  for (std::size_t y = 1; y + 1 < grid.nodes[1]; ++y)
    for (std::size_t x = 1; x + 1 < grid.nodes[0]; ++x)
      layer[y * grid.nodes[0] + x] = rotations.reach(grid.at(x, y, z)) ? 1 : 0;
  return layer;
}

}  // namespace

VolumeGrid volume_grid(const Vec3& low, const Vec3& high, std::size_t points) {
  VolumeGrid grid;
  const Vec3 size = high - low;
  if (!(size.minCoeff() > 0.0) || points < 3) return grid;
  grid.step = size.maxCoeff() / static_cast<double>(points - 1);
  grid.low = low;
  for (std::size_t i = 0; i < 3; ++i)
    grid.nodes[i] =
        static_cast<std::size_t>(std::ceil(size[static_cast<Eigen::Index>(i)] / grid.step - 1e-9)) + 1;
  return grid;
}

VolumeGrid volume_grid(const Machine& machine, const VolumeQuestion& question, std::size_t points) {
  Rotations rotations{machine, question};
  const auto [low, high] = rotations.bounds();
  if (!((high - low).minCoeff() > 0.0)) return {};
  const Vec3 step = (high - low) / static_cast<double>(kCoarse - 1);
  Vec3 least = Vec3::Constant(kNone), most = Vec3::Constant(-kNone);
  const auto take = [&](const Vec3& at) {
    if (!rotations.reach(at)) return;
    least = least.cwiseMin(at);
    most = most.cwiseMax(at);
  };
  for (std::size_t z = 0; z < kCoarse; ++z)
    for (std::size_t y = 0; y < kCoarse; ++y)
      for (std::size_t x = 0; x < kCoarse; ++x)
        take(low +
             step.cwiseProduct(Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)}));
  take(Vec3::Zero());
  if (!(most.x() >= least.x())) return {};
  return volume_grid((least - step).eval(), (most + step).eval(), points);
}

VolumeSlice volume_slice(const Machine& machine, const VolumeQuestion& question, const VolumeGrid& grid,
                         std::size_t first, std::size_t count, const std::function<bool()>& ends) {
  VolumeSlice slice;
  for (Slowest& one : slice.slowest) one.speed = kNone;
  Rotations rotations{machine, question};
  Surface surface{grid, rotations, slice};
  std::vector<char> below = layer_of(grid, rotations, first);
  for (std::size_t z = first; z < first + count && z < grid.layers(); ++z) {
    if (ends()) return {};
    std::vector<char> above = layer_of(grid, rotations, z + 1);
    surface.add_layer(z, below, above);
    for (std::size_t i = 0; i < below.size(); ++i)
      if (below[i] != 0)
        look_inside(machine, rotations, grid.at(i % grid.nodes[0], i / grid.nodes[0], z), slice);
    below.swap(above);
  }
  return slice;
}

void append(VolumeSlice& to, const VolumeSlice& next) {
  const auto shift = static_cast<std::uint32_t>(to.vertices.size());
  to.volume += next.volume;
  to.cells.insert(to.cells.end(), next.cells.begin(), next.cells.end());
  to.vertices.insert(to.vertices.end(), next.vertices.begin(), next.vertices.end());
  for (const auto& triangle : next.triangles)
    to.triangles.push_back({triangle[0] + shift, triangle[1] + shift, triangle[2] + shift});
  if (next.worst.force > to.worst.force) to.worst = next.worst;
  for (std::size_t i = 0; i < kAxes; ++i)
    if (next.slowest[i].speed < to.slowest[i].speed) to.slowest[i] = next.slowest[i];
}

std::string stl_of(const VolumeSlice& volume) {
  std::string text = "solid workspace\n";
  for (const auto& triangle : volume.triangles) {
    const Vec3 &a = volume.vertices[triangle[0]], &b = volume.vertices[triangle[1]],
               &c = volume.vertices[triangle[2]];
    const Vec3 cross = (b - a).cross(c - a);
    const Vec3 normal = cross.norm() > 0.0 ? Vec3{cross.normalized()} : Vec3::Zero();
    text +=
        fmt::format(" facet normal {:.5f} {:.5f} {:.5f}\n  outer loop\n", normal.x(), normal.y(), normal.z());
    for (const Vec3* const corner : {&a, &b, &c})
      text += fmt::format("   vertex {:.3f} {:.3f} {:.3f}\n", corner->x() / kMillimetre,
                          corner->y() / kMillimetre, corner->z() / kMillimetre);
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid workspace\n";
}

std::string csv_of(const VolumeSlice& volume) {
  std::string text =
      "x_mm,y_mm,z_mm,force_kN,sway_mm_s,surge_mm_s,heave_mm_s,pitch_deg_s,roll_deg_s,yaw_deg_s\n";
  for (const VolumeCell& cell : volume.cells) {
    text += fmt::format("{:.3f},{:.3f},{:.3f},{:.4f}", cell.at.x() / kMillimetre, cell.at.y() / kMillimetre,
                        cell.at.z() / kMillimetre, cell.force / kKilonewton);
    for (std::size_t i = 0; i < kAxes; ++i)
      text += fmt::format(",{:.3f}", cell.speeds[i] / (i < 3 ? kMillimetre : kDegree));
    text += '\n';
  }
  return text;
}

}  // namespace hexad::design
