// The time of day as somebody sets it: every reading of CLOCK_REALTIME is moved by the seconds in the file that
// HEXAD_CLOCK_STEP names (a 64-bit number). What does not step, CLOCK_MONOTONIC, is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t* step(void) {
  static const volatile int64_t* seconds;
  static const int64_t none = 0;
  if (seconds == NULL) {
    const char* path = getenv("HEXAD_CLOCK_STEP");
    const int fd = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    void* place = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
    if (fd >= 0) close(fd);
    seconds = place == MAP_FAILED ? &none : place;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  static int (*real)(clockid_t, struct timespec*);
  if (real == NULL) real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
  const int result = real(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += *step();
  return result;
}

time_t time(time_t* out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  struct timespec exact;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &exact);
  now->tv_sec = exact.tv_sec;
  now->tv_usec = exact.tv_nsec / 1000;
  return 0;
}
