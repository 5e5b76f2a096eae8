// RenderDoc's in-application API: captures the commands of a device between `begin` and `end`.
#pragma once

namespace agal::vulkan {

class Renderdoc {
 public:
  /// Finds the library of RenderDoc, if it is loaded in this process. It is never loaded here.
  Renderdoc();
  bool is_loaded() const { return functions_ != nullptr; }
  void begin() const;
  void end() const;

 private:
  void** functions_ = nullptr;  // the table of version 1.0.0
};

}  // namespace agal::vulkan
