/* A library for tests, by LD_PRELOAD: file systems that cannot sync. fsync of a file says so in one
 * of three ways, in turn; that of a folder fails. */
#include <errno.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

int fsync(int descriptor) {
  static atomic_uint calls;
  static const int ways[] = {EOPNOTSUPP, EINVAL, ENOSYS};
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    errno = S_ISDIR(status.st_mode) ? EIO : ways[atomic_fetch_add(&calls, 1) % 3];
  }
  return -1;
}
