// Only what OpenCL 1.2 has (the build says so), so that old drivers serve. A group of kLanes work
// items takes one row: neighbouring items read neighbouring floats, then halves are added until one
// sum is left.
//
// CL_MEM_USE_HOST_PTR with a page of the system as its start is what drivers take for a buffer that
// need not be copied.
#include "embedded/scan_opencl.h"

#include <CL/cl.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/thread_safety.h"

namespace oi {
namespace {

constexpr size_t kLanes = 64;
constexpr const char* kSource = R"cl(
__kernel void dots(__global const float* rows, const ulong first, const uint dimension,
                   __global const float* query, __local float* sums, __global float* out) {
  const uint lane = get_local_id(0);
  __global const float* row = rows + first + get_group_id(0) * (ulong)dimension;
  float sum = 0;
  for (uint i = lane; i < dimension; i += get_local_size(0)) sum += row[i] * query[i];
  sums[lane] = sum;
  for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < width) sums[lane] += sums[lane + width];
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}
)cl";

// The library's functions, found at run time.
struct Functions {
  decltype(&clGetPlatformIDs) get_platforms;
  decltype(&clGetDeviceIDs) get_devices;
  decltype(&clGetDeviceInfo) get_device_info;
  decltype(&clCreateContext) create_context;
  decltype(&clCreateCommandQueue) create_queue;
  decltype(&clCreateProgramWithSource) create_program;
  decltype(&clBuildProgram) build_program;
  decltype(&clCreateKernel) create_kernel;
  decltype(&clCreateBuffer) create_buffer;
  decltype(&clSetKernelArg) set_argument;
  decltype(&clEnqueueNDRangeKernel) run_kernel;
  decltype(&clEnqueueReadBuffer) read_buffer;
  decltype(&clReleaseContext) release_context;
  decltype(&clReleaseCommandQueue) release_queue;
  decltype(&clReleaseProgram) release_program;
  decltype(&clReleaseKernel) release_kernel;
  decltype(&clReleaseMemObject) release_buffer;

  bool load() {
    // Never closed again: drivers start threads and do not expect it.
    void* library = ::dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto find = [library](auto& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(::dlsym(library, name));
      return function != nullptr;
    };
    return find(get_platforms, "clGetPlatformIDs") && find(get_devices, "clGetDeviceIDs") &&
           find(get_device_info, "clGetDeviceInfo") && find(create_context, "clCreateContext") &&
           find(create_queue, "clCreateCommandQueue") &&
           find(create_program, "clCreateProgramWithSource") &&
           find(build_program, "clBuildProgram") && find(create_kernel, "clCreateKernel") &&
           find(create_buffer, "clCreateBuffer") && find(set_argument, "clSetKernelArg") &&
           find(run_kernel, "clEnqueueNDRangeKernel") && find(read_buffer, "clEnqueueReadBuffer") &&
           find(release_context, "clReleaseContext") &&
           find(release_queue, "clReleaseCommandQueue") &&
           find(release_program, "clReleaseProgram") && find(release_kernel, "clReleaseKernel") &&
           find(release_buffer, "clReleaseMemObject");
  }
};

// What a create function gave, released when the value ends.
template <typename Handle>
class Owned {
 public:
  using Release = cl_int(CL_API_CALL*)(Handle);
  Owned() = default;
  Owned(Handle handle, Release release) : handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)), release_(other.release_) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Owned() {
    if (handle_ != nullptr) release_(handle_);
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
  Release release_ = nullptr;
};

Error failed(const char* doing, cl_int code) {
  return {Code::Unsupported,
          std::string("OpenCL device: cannot ") + doing + " (error " + std::to_string(code) + ")"};
}

}  // namespace

struct OpenCl {
  Functions call;
  Owned<cl_context> context;
  Owned<cl_command_queue> queue;
  Owned<cl_program> program;
  Owned<cl_kernel> kernel OI_GUARDED_BY(mutex);  // its arguments are the call's
  Mutex mutex;

  bool make(cl_device_id device) OI_EXCLUDES(mutex);
};

bool OpenCl::make(cl_device_id device) {
  const Lock lock(mutex);
  cl_int code = CL_SUCCESS;
  context = {call.create_context(nullptr, 1, &device, nullptr, nullptr, &code),
             call.release_context};
  if (code != CL_SUCCESS) return false;
  queue = {call.create_queue(context.get(), device, 0, &code), call.release_queue};
  if (code != CL_SUCCESS) return false;
  const char* source = kSource;
  program = {call.create_program(context.get(), 1, &source, nullptr, &code), call.release_program};
  if (code != CL_SUCCESS) return false;
  if (call.build_program(program.get(), 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    return false;
  }
  kernel = {call.create_kernel(program.get(), "dots", &code), call.release_kernel};
  return code == CL_SUCCESS;
}

std::unique_ptr<OpenClDevice> OpenClDevice::open(OpenClKinds kinds) {
  auto made = std::make_unique<OpenCl>();
  const Functions& call = made->call;
  if (!made->call.load()) return nullptr;
  std::vector<cl_platform_id> platforms(16);
  cl_uint found = 0;
  const auto most = static_cast<cl_uint>(platforms.size());
  if (call.get_platforms(most, platforms.data(), &found) != CL_SUCCESS) return nullptr;
  platforms.resize(std::min(found, most));
  const cl_device_type wanted =
      kinds == OpenClKinds::Gpus ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_ALL;
  for (const cl_platform_id platform : platforms) {
    cl_device_id device = nullptr;
    if (call.get_devices(platform, wanted, 1, &device, nullptr) != CL_SUCCESS) continue;
    std::string name(256, '\0');
    cl_device_type type = 0;
    call.get_device_info(device, CL_DEVICE_NAME, name.size() - 1, name.data(), nullptr);
    call.get_device_info(device, CL_DEVICE_TYPE, sizeof type, &type, nullptr);
    if (!made->make(device)) continue;
    name = (type == CL_DEVICE_TYPE_GPU ? "gpu " : "opencl ") + std::string(name.c_str());
    return std::unique_ptr<OpenClDevice>(new OpenClDevice(std::move(made), std::move(name)));
  }
  return nullptr;
}

OpenClDevice::OpenClDevice(std::unique_ptr<OpenCl> made, std::string name)
    : made_(std::move(made)), name_(std::move(name)) {}
OpenClDevice::~OpenClDevice() = default;

struct OpenClRows::Buffers {
  struct Shared {
    std::span<const std::byte> bytes;
    Owned<cl_mem> buffer;
  };
  std::vector<Shared> shared;
};

OpenClRows::OpenClRows(const OpenClDevice& device, std::unique_ptr<Buffers> buffers)
    : device_(&device), buffers_(std::move(buffers)) {}
OpenClRows::~OpenClRows() = default;

Result<std::unique_ptr<OpenClRows>> OpenClRows::share(
    const OpenClDevice& device, std::span<const std::span<const std::byte>> files) {
  const OpenCl& made = *device.made_;
  auto buffers = std::make_unique<Buffers>();
  for (const std::span<const std::byte> file : files) {
    cl_int code = CL_SUCCESS;
    // The interface wants it writable; a read-only buffer is never written.
    void* bytes = const_cast<std::byte*>(file.data());
    const cl_mem buffer = made.call.create_buffer(
        made.context.get(), CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, file.size(), bytes, &code);
    if (code != CL_SUCCESS) return failed("share a file", code);
    buffers->shared.push_back({file, {buffer, made.call.release_buffer}});
  }
  return std::unique_ptr<OpenClRows>(new OpenClRows(device, std::move(buffers)));
}

Result<Done> OpenClRows::dots(std::span<const float> query, const float* rows,
                              std::span<float> out) const {
  if (out.empty()) return Done{};
  const auto* begin = reinterpret_cast<const std::byte*>(rows);
  const auto in = std::find_if(
      buffers_->shared.begin(), buffers_->shared.end(), [begin](const Buffers::Shared& each) {
        return begin >= each.bytes.data() && begin < each.bytes.data() + each.bytes.size();
      });
  if (in == buffers_->shared.end()) return Error{Code::Bug, "rows that no device shares"};
  OpenCl& made = *device_->made_;
  const Functions& call = made.call;
  const Lock lock(made.mutex);
  cl_int code = CL_SUCCESS;
  const cl_context context = made.context.get();
  const Owned<cl_mem> asked(
      call.create_buffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, query.size_bytes(),
                         const_cast<float*>(query.data()), &code),
      call.release_buffer);
  if (code != CL_SUCCESS) return failed("take the question", code);
  const Owned<cl_mem> products(
      call.create_buffer(context, CL_MEM_WRITE_ONLY, out.size_bytes(), nullptr, &code),
      call.release_buffer);
  if (code != CL_SUCCESS) return failed("hold the products", code);
  const auto first = static_cast<cl_ulong>((begin - in->bytes.data()) / sizeof(float));
  const auto dimension = static_cast<cl_uint>(query.size());
  const cl_mem memory[] = {in->buffer.get(), asked.get(), products.get()};
  const std::pair<size_t, const void*> arguments[] = {
      {sizeof(cl_mem), &memory[0]},      {sizeof first, &first},
      {sizeof dimension, &dimension},    {sizeof(cl_mem), &memory[1]},
      {kLanes * sizeof(float), nullptr}, {sizeof(cl_mem), &memory[2]}};
  cl_uint index = 0;
  for (const auto& [size, value] : arguments) {
    code = call.set_argument(made.kernel.get(), index++, size, value);
    if (code != CL_SUCCESS) return failed("take its arguments", code);
  }
  const size_t items = out.size() * kLanes, group = kLanes;
  code = call.run_kernel(made.queue.get(), made.kernel.get(), 1, nullptr, &items, &group, 0,
                         nullptr, nullptr);
  if (code != CL_SUCCESS) return failed("begin", code);
  code = call.read_buffer(made.queue.get(), products.get(), CL_TRUE, 0, out.size_bytes(),
                          out.data(), 0, nullptr, nullptr);
  if (code != CL_SUCCESS) return failed("give its products", code);
  return Done{};
}

float product_error(size_t dimension) {
  return static_cast<float>(2 * (static_cast<double>(dimension) + 16) * std::ldexp(1.01, -24) +
                            1e-6);
}

}  // namespace oi
