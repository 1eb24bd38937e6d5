/* How either side comes to the block: a file of shared memory that whoever is first makes, and that stays.
 * Each side is one process at a time: a lock of the system, which a killed process loses by itself. Not for
 * real-time threads, but for the last two. */
#ifndef HEXAD_DRIVES_LINK_ATTACH_H
#define HEXAD_DRIVES_LINK_ATTACH_H

#include "block.h"

#ifdef __cplusplus
extern "C" {
#endif

enum hexad_side { HEXAD_SIDE_PROGRAM = 0, HEXAD_SIDE_DRIVES = 1 };

enum hexad_attach_error {
  HEXAD_ATTACHED = 0,
  HEXAD_ATTACH_SYSTEM,    /* errno says what */
  HEXAD_ATTACH_TAKEN,     /* this side has an owner */
  HEXAD_ATTACH_DIFFERENT, /* made by another version, which still uses it */
  HEXAD_ATTACH_NOT_OURS   /* a file that is no block */
};

struct hexad_attachment {
  struct hexad_block* block;
  int file;
};

/* `path`: /dev/shm/hexad-NAME by custom. The file is readable and writable for owner and group. */
enum hexad_attach_error hexad_attach(const char* path, enum hexad_side side,
                                     struct hexad_attachment* attachment);
void hexad_detach(struct hexad_attachment* attachment);
/* To look at it, owning no side. Nothing is made. */
enum hexad_attach_error hexad_look(const char* path, struct hexad_attachment* attachment);
/* 1 = somebody is there. Not for the side's own owner. */
int hexad_has_owner(const struct hexad_attachment* attachment, enum hexad_side side);

/* The drives' side, once a tick after the feedback is written: wakes a program that waits. */
void hexad_servo_tick(struct hexad_block* block);
/* The program's side: until servo_ticks is no longer `seen`, at most `timeout_ns`; what it is then. */
uint32_t hexad_wait_for_servo(struct hexad_block* block, uint32_t seen, int64_t timeout_ns);

#ifdef __cplusplus
}
#endif

#endif
