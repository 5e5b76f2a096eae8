foreach(driver X11 WAYLAND KMSDRM)
  set(SDL_${driver} OFF CACHE BOOL "")
endforeach()
