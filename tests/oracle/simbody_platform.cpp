#include "simbody_platform.hpp"

#include <Simbody.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <vector>

namespace oracle {

Found assemble(const Platform& platform, const double (&length)[6], double start_height, double gravity) {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity weight(forces, matter, Vec3(0, 0, -gravity));
  const auto vec = [](const double(&v)[3]) { return Vec3(v[0], v[1], v[2]); };
  const Vec3 centre = vec(platform.centre);
  const Inertia inertia = Inertia(platform.inertia[0], platform.inertia[1], platform.inertia[2])
                              .shiftFromMassCenter(centre, platform.mass);
  MobilizedBody::Free body(matter.Ground(), Transform(),
                           Body::Rigid(MassProperties(platform.mass, centre, inertia)), Transform());
  std::vector<ConstraintIndex> rods;
  for (int i = 0; i < 6; ++i) {
    const Constraint::Rod rod(matter.Ground(), vec(platform.base[i]), body, vec(platform.platform[i]),
                              length[i]);
    rods.push_back(rod.getConstraintIndex());
  }
  State state = system.realizeTopology();
  system.realizeModel(state);
  body.setQToFitTransform(state, Transform(Vec3(0, 0, start_height)));

  Found found;
  try {
    Assembler assembler(system);
    assembler.setErrorTolerance(1e-12);
    assembler.setAccuracy(1e-13);
    assembler.assemble(state);
  } catch (const std::exception&) {
    return found;
  }
  system.realize(state, Stage::Acceleration);
  const Transform at = body.getBodyTransform(state);
  const Vec4 quaternion = at.R().convertRotationToQuaternion().asVec4();
  for (int i = 0; i < 3; ++i) found.position[i] = at.p()[i];
  for (int i = 0; i < 4; ++i) found.rotation[i] = quaternion[i];
  for (int i = 0; i < 6; ++i) {
    const Constraint& rod = matter.getConstraint(rods[static_cast<std::size_t>(i)]);
    found.push[i] = -Constraint::Rod::downcast(rod).getRodTension(state);
    const double distance = (at * vec(platform.platform[i]) - vec(platform.base[i])).norm();
    found.rod_error = std::max(found.rod_error, std::abs(distance - length[i]));
  }
  found.assembled = true;
  return found;
}

}  // namespace oracle
