use std::fmt;

use agal_sys as sys;

use crate::ffi::{c_name, Object};
use crate::{Error, ErrorKind};

/// The inputs of a program that [`interpret`](crate::interpret) executes. A register is four floats: x, y, z, w.
/// docs/interpreter.md gives the values of inputs that are not set.
///
/// ```
/// use agal::{Inputs, Texture};
///
/// let mut inputs = Inputs::new();
/// inputs.set_constants(&[[1.0, 0.5, 0.25, 1.0]])?.set_varying(0, 0, [0.5, 0.5, 0.0, 0.0])?;
/// inputs.set_texture(0, &Texture::plane(2, 1, &[[1.0; 4], [0.0; 4]]).with_levels())?;
/// assert!(inputs.set_varying(4, 0, [0.0; 4]).is_err()); // a quad has four pixels
/// # Ok::<(), agal::Error>(())
/// ```
pub struct Inputs {
    raw: Object<sys::agal_inputs>,
}

impl Inputs {
    /// Creates inputs with nothing set. Panics if there is not enough memory.
    pub fn new() -> Inputs {
        // SAFETY: The object is new.
        Inputs { raw: unsafe { Object::take(sys::agal_inputs_create(), sys::agal_inputs_release) } }
    }

    /// Converts a status to a result. `message` returns the likely reason of an error.
    fn changed(&mut self, status: sys::agal_status, message: impl Fn() -> String) -> Result<&mut Inputs, Error> {
        match ErrorKind::of(status) {
            None => Ok(self),
            Some(kind) => Err(Error::new(kind, message())),
        }
    }

    /// Sets all constants of the program's stage, from register 0 on; at most 1,024.
    pub fn set_constants(&mut self, registers: &[[f32; 4]]) -> Result<&mut Inputs, Error> {
        let (values, count) = (registers.as_ptr().cast(), registers.len());
        // SAFETY: The object is alive, and there are `count` registers.
        let status = unsafe { sys::agal_inputs_set_constants(self.raw.as_ptr(), values, count) };
        self.changed(status, || format!("{} constants: there are at most 1024", count))
    }

    /// Sets an attribute of a vertex program. `number` is the register's number, at most 1,023.
    pub fn set_attribute(&mut self, number: u32, value: [f32; 4]) -> Result<&mut Inputs, Error> {
        // SAFETY: The object is alive, and there are four floats.
        let status = unsafe { sys::agal_inputs_set_attribute(self.raw.as_ptr(), number, value.as_ptr()) };
        self.changed(status, || format!("attribute {}: the number of a register is at most 1023", number))
    }

    /// Sets a varying of one pixel of a quad: 0 is the upper left pixel, 1 the upper right, 2 the lower left, 3 the
    /// lower right. `number` is the register's number, at most 1,023.
    pub fn set_varying(&mut self, pixel: u32, number: u32, value: [f32; 4]) -> Result<&mut Inputs, Error> {
        // SAFETY: The object is alive, and there are four floats.
        let status = unsafe { sys::agal_inputs_set_varying(self.raw.as_ptr(), pixel, number, value.as_ptr()) };
        self.changed(status, || {
            format!(
                "varying {} of pixel {}: a pixel is at most 3, the number of a register at most 1023",
                number, pixel
            )
        })
    }

    /// Sets the number of the instance, which a vertex program may read.
    pub fn set_instance(&mut self, instance: u32) -> Result<&mut Inputs, Error> {
        // SAFETY: The object is alive.
        let status = unsafe { sys::agal_inputs_set_instance(self.raw.as_ptr(), instance) };
        self.changed(status, || "the inputs cannot be changed".to_string())
    }

    /// Sets the texture in a sampler register.
    pub fn set_texture(&mut self, sampler: u32, texture: &Texture<'_>) -> Result<&mut Inputs, Error> {
        let Texture { kind, width, height, depth, texels, levels } = *texture;
        let wanted = u64::from(width).checked_mul(height.into()).and_then(|area| area.checked_mul(depth.into()));
        if wanted != u64::try_from(texels.len()).ok() {
            return Err(Error::new(
                ErrorKind::BadArgument,
                format!(
                    "sampler {}: {} texels for a texture of {} x {} x {}",
                    sampler,
                    texels.len(),
                    width,
                    height,
                    depth
                ),
            ));
        }
        let (raw, first) = (self.raw.as_ptr(), texels.as_ptr().cast());
        // SAFETY: The object is alive, the name ends with a zero byte, and there are width * height * depth texels.
        let status = unsafe {
            let kind = c_name(kind).as_ptr();
            sys::agal_inputs_set_texture(raw, sampler, kind, width, height, depth, first, levels.into())
        };
        self.changed(status, || format!("sampler {}: {} x {} x {} is not a valid size", sampler, width, height, depth))
    }

    pub(crate) fn as_ptr(&self) -> *const sys::agal_inputs {
        self.raw.as_ptr()
    }
}

impl Default for Inputs {
    fn default() -> Inputs {
        Inputs::new()
    }
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs").finish_non_exhaustive()
    }
}

/// The texels of a texture, by row from the top.
#[derive(Clone, Copy, Debug)]
pub struct Texture<'a> {
    kind: &'static str,
    width: u32,
    height: u32,
    depth: u32,
    texels: &'a [[f32; 4]],
    levels: bool,
}

impl<'a> Texture<'a> {
    /// Creates a two-dimensional texture.
    pub fn plane(width: u32, height: u32, texels: &'a [[f32; 4]]) -> Texture<'a> {
        Texture { kind: "2d\0", width, height, depth: 1, texels, levels: false }
    }

    /// Creates a cube texture from the texels of the faces +x, -x, +y, -y, +z, -z.
    pub fn cube(size: u32, texels: &'a [[f32; 4]]) -> Texture<'a> {
        Texture { kind: "cube\0", width: size, height: size, depth: 6, texels, levels: false }
    }

    /// Creates a three-dimensional texture from the texels of its slices.
    pub fn volume(width: u32, height: u32, depth: u32, texels: &'a [[f32; 4]]) -> Texture<'a> {
        Texture { kind: "3d\0", width, height, depth, texels, levels: false }
    }

    /// Adds all smaller levels. A texel is the average of the corresponding texels of the next larger level.
    pub fn with_levels(self) -> Texture<'a> {
        Texture { levels: true, ..self }
    }
}
