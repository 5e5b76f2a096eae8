//! The states of samplers, which a program asks for.

use agal::SamplerState;

/// An enumeration in the order of AGAL's numbers.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($value:ident,)* }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($value,)*
        }

        impl $name {
            /// The first one, if there is no such number: a program that is accepted does not have it.
            fn of(number: u32) -> $name {
                const ALL: &[$name] = &[$($name::$value,)*];
                *ALL.get(number as usize).unwrap_or(&ALL[0])
            }
        }
    };
}

numbered! {
    /// How texels of one level are filtered.
    Filter { Nearest, Linear, Anisotropic2x, Anisotropic4x, Anisotropic8x, Anisotropic16x, }
}
numbered! {
    /// How levels are chosen.
    Mipmap { Disable, Nearest, Linear, }
}
numbered! {
    /// What is read beyond the edges of a texture.
    Wrapping { Clamp, Repeat, ClampURepeatV, RepeatUClampV, }
}

/// The state of a sampler. The default is that of a sampler that nothing has set.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SamplerConfig {
    pub wrapping: Wrapping,
    pub filter: Filter,
    pub mipmap: Mipmap,
}

impl SamplerConfig {
    pub(crate) fn of(state: &SamplerState) -> SamplerConfig {
        SamplerConfig {
            wrapping: Wrapping::of(state.wrap),
            filter: Filter::of(state.filter),
            mipmap: Mipmap::of(state.mip),
        }
    }
}

impl Default for SamplerConfig {
    fn default() -> SamplerConfig {
        SamplerConfig { wrapping: Wrapping::Clamp, filter: Filter::Nearest, mipmap: Mipmap::Disable }
    }
}
