// A driver of OpenCL that fails, to be loaded before libOpenCL by LD_PRELOAD. The device behind it
// is a real one, such as PoCL; what it returns is spoilt on the way to the program.
//
// NQUEENS_OPENCL_FAULT is one of the faults below and, behind a colon, the number of the read,
// write or launch of the process that it begins with, from 1 [1]. A fault with a plus behind that
// goes on; else it happens once. Calls are counted once the file NQUEENS_OPENCL_FAULT_AFTER is
// there, if set. Each fault that happens is a line in the file NQUEENS_OPENCL_FAULT_LOG.
//
// What a read brings:
//   zeros     zeros
//   left-out  nothing
//   stale     what the read before brought
//   old       what the first read of at least that size brought
//   swap      two results of 12 bytes have changed places
//   slots     what the next read would have brought, which brings that of this one
//   bit       a bit has flipped
// What the device does:
//   no-write  it does not get the crowns
//   no-arg    nor the number of the launch
//   no-launch it does nothing
//   error     a launch fails
//   lost      a launch ends with an error
//   hang      no launch ends
//   abort     the process aborts at a launch
//   build     the process aborts when a kernel is compiled
//   stuck     its compiler never returns
// What the driver says, always:
//   list      the process aborts when devices are listed
//   units=N   each device has N compute units
//   gpu       each device is a GPU; gpu=N: on bus N of PCI, whichever driver shows it
//   name      a device before the others has no name, and gives an error
//   retain    it cannot be held
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { result_bytes = 12, launch_arg = 5 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_reads = PTHREAD_MUTEX_INITIALIZER;

static const char* fault(void) {
  const char* text = getenv("NQUEENS_OPENCL_FAULT");
  return text != NULL ? text : "";
}

static int is(const char* name) {
  const size_t length = strcspn(fault(), ":=");
  return length == strlen(name) && strncmp(fault(), name, length) == 0;
}

static void note(const char* what) {
  const char* name = getenv("NQUEENS_OPENCL_FAULT_LOG");
  const int file = name != NULL ? open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
  if (file >= 0) {
    dprintf(file, "%s\n", what);
    close(file);
  }
}

/// Whether the fault of that name happens to this call. @param calls  of its kind so far
static int happens(const char* name, unsigned long* calls) {
  const char* after = getenv("NQUEENS_OPENCL_FAULT_AFTER");
  if (!is(name) || (after != NULL && access(after, F_OK) != 0)) {
    return 0;
  }
  const char* colon = strchr(fault(), ':');
  char* end = NULL;
  const unsigned long first = colon != NULL ? strtoul(colon + 1, &end, 10) : 1;
  pthread_mutex_lock(&mutex);
  const unsigned long call = ++*calls;
  pthread_mutex_unlock(&mutex);
  const int happens = call == first || (call > first && end != NULL && *end == '+');
  if (happens) {
    note(name);
  }
  return happens;
}

#define REAL_AS(own, name) \
  __typeof__(&name) own = __extension__(__typeof__(&name)) dlsym(RTLD_NEXT, #name)
#define REAL(name) REAL_AS(real, name)

// --- Reads

typedef struct {
  void* bytes;
  size_t size;
} Copy;

static void keep(Copy* copy, const void* bytes, size_t size) {
  copy->bytes = realloc(copy->bytes, size);
  memcpy(copy->bytes, bytes, size);
  copy->size = size;
}

static void give(const Copy* copy, void* bytes, size_t size) {
  memcpy(bytes, copy->bytes, copy->size < size ? copy->size : size);
}

/// @param own  what it has brought @param before  what was there
static void spoil(Copy* own, void* bytes, const void* before) {
  static unsigned long calls[7];
  static Copy last, first, next;
  static int is_next;
  const size_t size = own->size;
  if (is_next) {
    is_next = 0;
    give(&next, bytes, size);
  }
  if (happens("zeros", &calls[0])) {
    memset(bytes, 0, size);
  } else if (happens("left-out", &calls[1])) {
    memcpy(bytes, before, size);
  } else if (happens("stale", &calls[2])) {
    give(&last, bytes, size);
  } else if (happens("old", &calls[3])) {
    give(&first, bytes, size);
  } else if (size >= 2 * result_bytes && happens("swap", &calls[4])) {
    char* other = (char*)bytes + size / result_bytes / 2 * result_bytes;
    memcpy(bytes, other, result_bytes);
    memcpy(other, own->bytes, result_bytes);
  } else if (happens("slots", &calls[5])) {
    give(&last, bytes, size);
    keep(&next, own->bytes, size);
    is_next = 1;
  } else if (happens("bit", &calls[6])) {
    ((unsigned char*)bytes)[(size_t)random() % size] ^= (unsigned char)(1 << random() % 8);
  }
  keep(&last, own->bytes, size);
  if (first.size < size) {
    keep(&first, own->bytes, size);
  }
}

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* bytes, cl_uint events, const cl_event* wait,
                           cl_event* event) {
  REAL(clEnqueueReadBuffer);
  static const char* const reads[] = {"zeros", "left-out", "stale", "old", "swap", "slots", "bit"};
  int of_read = 0;
  for (size_t i = 0; i < sizeof reads / sizeof reads[0]; ++i) {
    of_read = of_read || is(reads[i]);
  }
  if (!of_read) {
    return real(queue, buffer, blocking, offset, size, bytes, events, wait, event);
  }
  void* before = malloc(size);
  memcpy(before, bytes, size);
  const cl_int error = real(queue, buffer, CL_TRUE, offset, size, bytes, events, wait, event);
  if (error == CL_SUCCESS) {
    Copy own = {NULL, 0};
    keep(&own, bytes, size);
    pthread_mutex_lock(&of_reads);
    spoil(&own, bytes, before);
    pthread_mutex_unlock(&of_reads);
    free(own.bytes);
  }
  free(before);
  return error;
}

// --- What the device gets and does

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* bytes, cl_uint events, const cl_event* wait,
                            cl_event* event) {
  REAL(clEnqueueWriteBuffer);
  static unsigned long calls;
  if (event == NULL && happens("no-write", &calls)) {
    return CL_SUCCESS;
  }
  return real(queue, buffer, blocking, offset, size, bytes, events, wait, event);
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint number, size_t size, const void* value) {
  REAL(clSetKernelArg);
  static unsigned long calls;
  if (number == launch_arg && happens("no-arg", &calls)) {
    return CL_SUCCESS;
  }
  return real(kernel, number, size, value);
}

static int is_lost = 0;

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                              const size_t* offset, const size_t* global, const size_t* local,
                              cl_uint events, const cl_event* wait, cl_event* event) {
  REAL(clEnqueueNDRangeKernel);
  static unsigned long calls[5];
  if (happens("abort", &calls[0])) {
    abort();
  }
  if (happens("error", &calls[1])) {
    return CL_OUT_OF_RESOURCES;
  }
  if (happens("no-launch", &calls[2])) {
    REAL_AS(marker, clEnqueueMarkerWithWaitList);
    return marker(queue, events, wait, event);
  }
  if (happens("hang", &calls[3])) {
    is_lost = 1;
  }
  if (happens("lost", &calls[4])) {
    is_lost = -1;
  }
  return real(queue, kernel, dimensions, offset, global, local, events, wait, event);
}

cl_int clGetEventInfo(cl_event event, cl_event_info question, size_t size, void* answer,
                      size_t* needed) {
  REAL(clGetEventInfo);
  const cl_int error = real(event, question, size, answer, needed);
  if (is_lost != 0 && error == CL_SUCCESS && question == CL_EVENT_COMMAND_EXECUTION_STATUS) {
    *(cl_int*)answer = is_lost > 0 ? CL_RUNNING : CL_OUT_OF_RESOURCES;
  }
  return error;
}

cl_int clBuildProgram(cl_program program, cl_uint devices, const cl_device_id* list,
                      const char* options, void(CL_CALLBACK* done)(cl_program, void*), void* data) {
  REAL(clBuildProgram);
  static unsigned long calls[2];
  if (happens("build", &calls[0])) {
    abort();
  }
  for (int is_stuck = happens("stuck", &calls[1]); is_stuck;) {
    pause();
  }
  return real(program, devices, list, options, done, data);
}

// --- What the driver says

static int nobody;  // whose address is that of a device that is none
static cl_device_id nameless(void) {
  return (cl_device_id)&nobody;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                      cl_device_id* devices, cl_uint* number) {
  REAL(clGetDeviceIDs);
  if (is("list")) {
    note("list");
    abort();
  }
  if (!is("name") && !is("retain")) {
    return real(platform, type, room, devices, number);
  }
  cl_uint others = 0;
  const cl_int error = real(platform, type, room > 0 ? room - 1 : 0,
                            devices != NULL && room > 1 ? devices + 1 : NULL, &others);
  if (devices != NULL) {
    devices[0] = nameless();
  }
  if (number != NULL) {
    *number = others + 1;
  }
  return error;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, size_t size, void* answer,
                       size_t* needed) {
  REAL(clGetDeviceInfo);
  if (device == nameless()) {
    return CL_INVALID_DEVICE;
  }
  const cl_int error = real(device, question, size, answer, needed);
  if (is("units") && error == CL_SUCCESS && question == CL_DEVICE_MAX_COMPUTE_UNITS &&
      answer != NULL) {
    *(cl_uint*)answer = (cl_uint)strtoul(fault() + strlen("units="), NULL, 10);
  }
  if (is("gpu") && error == CL_SUCCESS && question == CL_DEVICE_TYPE && answer != NULL) {
    *(cl_device_type*)answer = CL_DEVICE_TYPE_GPU;
  }
  if (is("gpu") && fault()[strlen("gpu")] == '=' && question == CL_DEVICE_PCI_BUS_INFO_KHR) {
    *(cl_device_pci_bus_info_khr*)answer = (cl_device_pci_bus_info_khr){
        .pci_bus = (cl_uint)strtoul(fault() + strlen("gpu="), NULL, 10)};
    return CL_SUCCESS;
  }
  return error;
}

cl_int clRetainDevice(cl_device_id device) {
  REAL(clRetainDevice);
  return device != nameless() ? real(device) : is("retain") ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
}

cl_int clReleaseDevice(cl_device_id device) {
  REAL(clReleaseDevice);
  return device == nameless() ? CL_SUCCESS : real(device);
}
