/* Shifts the wall clock and the monotonic clock of one process by the seconds in a file (LD_PRELOAD). */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Seconds of the wall clock, and of the monotonic clock. */
static volatile int64_t *shift;

__attribute__((constructor)) static void open_shift(void) {
  const char *path = getenv("TEST_CLOCK_SHIFT");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *at = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (at != MAP_FAILED) shift = at;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
  int result = (int)syscall(SYS_clock_gettime, clock, at);
  if (result != 0 || !shift) return result;
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) at->tv_sec += shift[0];
  if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE)
    at->tv_sec += shift[1];
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
  at->tv_sec = now.tv_sec;
  at->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
