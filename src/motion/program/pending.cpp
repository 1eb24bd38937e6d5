// Stands in until the programs are there.
#include "motion/prepare/prepare.hpp"

namespace hexad::motion {

[[gnu::weak]] Result<Preparation, Rejection> prepare(const Order&, const Pose&, const Machine&, const FileSource*,
                                                     double) {
  Rejection rejection;
  rejection.problem = Problem::unreadable;
  return Failure{rejection};
}
[[gnu::weak]] std::string in_words(const Rejection&, const std::string& words) { return words; }

}  // namespace hexad::motion
