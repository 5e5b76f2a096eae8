//! The states of samplers that a program requests.

use agal::SamplerState;

/// Declares an enumeration in the order of AGAL's numbers.
macro_rules! numbered {
    ($(#[$doc:meta])* $name:ident { $($value:ident,)* }) => {
        $(#[$doc])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($value,)*
        }

        impl $name {
            /// Returns the value with this number; the first value for other numbers, which accepted programs do not
            /// have.
            fn of(number: u32) -> $name {
                const ALL: &[$name] = &[$($name::$value,)*];
                *ALL.get(number as usize).unwrap_or(&ALL[0])
            }
        }
    };
}

numbered! {
    /// The filter for texels of one level.
    Filter { Nearest, Linear, Anisotropic2x, Anisotropic4x, Anisotropic8x, Anisotropic16x, }
}
numbered! {
    /// The filter between levels of detail.
    Mipmap { Disable, Nearest, Linear, }
}
numbered! {
    /// The wrap mode: the texels beyond the edges of a texture.
    Wrapping { Clamp, Repeat, ClampURepeatV, RepeatUClampV, }
}

/// The state of a sampler. The default is the state before anything is set.
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
