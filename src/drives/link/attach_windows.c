/* Drives behind shared memory are Linux's: on Windows there are none to attach to. */

#include <errno.h>
#include <stddef.h>

#include "attach.h"

enum hexad_attach_error hexad_attach(const char* path, enum hexad_side side,
                                     struct hexad_attachment* attachment) {
  (void)side;
  return hexad_look(path, attachment);
}

enum hexad_attach_error hexad_look(const char* path, struct hexad_attachment* attachment) {
  (void)path;
  attachment->block = NULL;
  attachment->file = -1;
  errno = ENOSYS;
  return HEXAD_ATTACH_SYSTEM;
}

int hexad_has_owner(const struct hexad_attachment* attachment, enum hexad_side side) {
  (void)attachment;
  (void)side;
  return 0;
}

void hexad_detach(struct hexad_attachment* attachment) { (void)attachment; }

void hexad_servo_tick(struct hexad_block* block) { (void)block; }

uint32_t hexad_wait_for_servo(struct hexad_block* block, uint32_t seen, int64_t timeout_ns) {
  (void)block;
  (void)timeout_ns;
  return seen;
}
