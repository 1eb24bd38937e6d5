#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* locks that belong to the open file */
#endif

#include "attach.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/* Bytes of the file that are locked: one a side, and one while somebody looks at the head of the block. */
enum { LOCK_OF_HEAD = 2 };

static int lock_byte(int file, int command, int byte) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return fcntl(file, command, &lock);
}

static void unlock_byte(int file, int byte) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_UNLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  (void)fcntl(file, F_OFD_SETLK, &lock);
}

static void make_block(struct hexad_block* block) {
  memset(block, 0, sizeof *block);
  block->version = HEXAD_BLOCK_VERSION;
  block->size = (uint32_t)sizeof *block;
  block->legs = HEXAD_BLOCK_LEGS;
  __atomic_store_n(&block->magic, HEXAD_BLOCK_MAGIC, __ATOMIC_RELEASE);
}

/* With the head locked. */
static enum hexad_attach_error open_block(int file, enum hexad_side side,
                                          struct hexad_attachment* attachment) {
  const int other = side == HEXAD_SIDE_PROGRAM ? HEXAD_SIDE_DRIVES : HEXAD_SIDE_PROGRAM;
  uint64_t head[2] = {0, 0};
  struct stat status;
  int fits = 0;
  void* memory;
  if (lock_byte(file, F_OFD_SETLK, (int)side) != 0)
    return errno == EAGAIN || errno == EACCES ? HEXAD_ATTACH_TAKEN : HEXAD_ATTACH_SYSTEM;
  if (fstat(file, &status) != 0) return HEXAD_ATTACH_SYSTEM;
  if (status.st_size > 0) {
    const ssize_t got = pread(file, head, sizeof head, 0);
    if (got != (ssize_t)sizeof head || (head[0] != 0 && head[0] != HEXAD_BLOCK_MAGIC))
      return HEXAD_ATTACH_NOT_OURS;
    fits = head[0] == HEXAD_BLOCK_MAGIC && (uint32_t)head[1] == HEXAD_BLOCK_VERSION &&
           (uint32_t)(head[1] >> 32) == sizeof(struct hexad_block) &&
           status.st_size >= (off_t)sizeof(struct hexad_block);
    if (!fits && head[0] == HEXAD_BLOCK_MAGIC) {
      /* Of another version: made anew where nobody uses it. */
      if (lock_byte(file, F_OFD_SETLK, other) != 0) return HEXAD_ATTACH_DIFFERENT;
      unlock_byte(file, other);
    }
  }
  if (status.st_size == 0)
    (void)fchmod(file, 0660); /* whatever the umask: the other side may be another user's */
  if (!fits && ftruncate(file, (off_t)sizeof(struct hexad_block)) != 0) return HEXAD_ATTACH_SYSTEM;
  memory = mmap(NULL, sizeof(struct hexad_block), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return HEXAD_ATTACH_SYSTEM;
  attachment->block = (struct hexad_block*)memory;
  attachment->file = file;
  if (!fits) make_block(attachment->block);
  return HEXAD_ATTACHED;
}

enum hexad_attach_error hexad_attach(const char* path, enum hexad_side side,
                                     struct hexad_attachment* attachment) {
  enum hexad_attach_error error;
  int kept_errno;
  /* Without O_CREAT first: in a sticky folder that is refused for a file of another user, though it is there.
   */
  int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0 && errno == ENOENT) file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0660);
  attachment->block = NULL;
  attachment->file = -1;
  if (file < 0) return HEXAD_ATTACH_SYSTEM;
  if (lock_byte(file, F_OFD_SETLKW, LOCK_OF_HEAD) != 0) {
    kept_errno = errno;
    close(file);
    errno = kept_errno;
    return HEXAD_ATTACH_SYSTEM;
  }
  error = open_block(file, side, attachment);
  kept_errno = errno;
  unlock_byte(file, LOCK_OF_HEAD);
  if (error != HEXAD_ATTACHED) close(file);
  errno = kept_errno;
  return error;
}

enum hexad_attach_error hexad_look(const char* path, struct hexad_attachment* attachment) {
  struct hexad_block head;
  void* memory;
  const int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  attachment->block = NULL;
  attachment->file = -1;
  if (file < 0) return HEXAD_ATTACH_SYSTEM;
  if (pread(file, &head, sizeof head, 0) != (ssize_t)sizeof head || head.magic != HEXAD_BLOCK_MAGIC) {
    close(file);
    return HEXAD_ATTACH_NOT_OURS;
  }
  if (head.version != HEXAD_BLOCK_VERSION || head.size != sizeof head) {
    close(file);
    return HEXAD_ATTACH_DIFFERENT;
  }
  memory = mmap(NULL, sizeof head, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) {
    close(file);
    return HEXAD_ATTACH_SYSTEM;
  }
  attachment->block = (struct hexad_block*)memory;
  attachment->file = file;
  return HEXAD_ATTACHED;
}

int hexad_has_owner(const struct hexad_attachment* attachment, enum hexad_side side) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = (off_t)side;
  lock.l_len = 1;
  return fcntl(attachment->file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

void hexad_detach(struct hexad_attachment* attachment) {
  if (attachment->block != NULL) munmap(attachment->block, sizeof *attachment->block);
  if (attachment->file >= 0) close(attachment->file);
  attachment->block = NULL;
  attachment->file = -1;
}

void hexad_servo_tick(struct hexad_block* block) {
  __atomic_fetch_add(&block->servo_ticks, 1u, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&block->waiting, __ATOMIC_SEQ_CST) != 0)
    syscall(SYS_futex, &block->servo_ticks, FUTEX_WAKE, 1, NULL, NULL, 0);
}

uint32_t hexad_wait_for_servo(struct hexad_block* block, uint32_t seen, int64_t timeout_ns) {
  struct timespec wait;
  wait.tv_sec = (time_t)(timeout_ns / 1000000000);
  wait.tv_nsec = (long)(timeout_ns % 1000000000);
  __atomic_store_n(&block->waiting, 1u, __ATOMIC_SEQ_CST);
  if (timeout_ns > 0 && __atomic_load_n(&block->servo_ticks, __ATOMIC_SEQ_CST) == seen)
    syscall(SYS_futex, &block->servo_ticks, FUTEX_WAIT, seen, &wait, NULL, 0);
  __atomic_store_n(&block->waiting, 0u, __ATOMIC_SEQ_CST);
  return __atomic_load_n(&block->servo_ticks, __ATOMIC_SEQ_CST);
}
