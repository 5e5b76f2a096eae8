// Whether resources can be bound where they are: AGAL4009, AGAL4013.
#pragma once

#include "agal/diagnostic.hpp"
#include "translation/translation.hpp"

namespace agal::translation {

/// AGAL4013 for a texture that is bound so high that its separate sampler, which follows it, cannot be bound.
/// AGAL4009 for resources of a program that have one place in the target. Where Vulkan's rules apply, combined samplers
/// of one type may share a place. OpenGL is not checked: it has units instead of bindings, which are set by the engine.
/// Only after a successful `run`.
void check_bindings(const Translation& translation, Diagnostics& diagnostics);

/// AGAL4009 for resources of a pair that need different bindings in one place of a pipeline layout. Both programs may
/// have the same texture or buffer there.
void check_bindings(const Translation& vertex, const Translation& fragment, Diagnostics& diagnostics);

}  // namespace agal::translation
