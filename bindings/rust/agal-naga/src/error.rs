//! Errors: Ruffle's kinds for the player's error numbers.

use std::fmt;

use agal::{Diagnostic, Stage};

/// The stage of a program.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug)]
pub enum ShaderType {
    Vertex,
    Fragment,
}

impl fmt::Display for ShaderType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ShaderType::Vertex => Stage::Vertex.name(),
            ShaderType::Fragment => Stage::Fragment.name(),
        })
    }
}

/// The reason why an upload is rejected. Tokens are counted from 1, and `operand` is the number of the source, 1 or 2.
#[allow(missing_docs)]
#[derive(Debug)]
pub enum AgalError {
    EmptyProgram,
    FragmentRegisterAsSource { operand: u8, token: usize, shader_type: ShaderType },
    IndirectNotAllowed { operand: u8, token: usize, shader_type: ShaderType },
    IndirectOnlyIntoConstants { operand: u8, token: usize, shader_type: ShaderType },
    InvalidHeader,
    InvalidOpcode { value: u32, token: usize, shader_type: ShaderType },
    InvalidShaderType,
    InvalidVersion,
    ReadError,
    ReadOutputRegister { operand: u8, token: usize, shader_type: ShaderType },
    SamplerConfigMismatch { token: usize, shader_type: ShaderType },
    SamplerRegisterAsSource { operand: u8, token: usize, shader_type: ShaderType },
    WriteAttributeRegister { token: usize, shader_type: ShaderType },
    WriteConstantRegister { token: usize, shader_type: ShaderType },
    WriteFragmentRegister { token: usize, shader_type: ShaderType },
    WriteSamplerRegister { token: usize, shader_type: ShaderType },
}

/// The size of the header in bytes.
const HEADER: usize = 7;
const TOKEN: usize = 24;

impl AgalError {
    /// Returns the kind for the error number `number` of a diagnostic. A number without a kind maps to `InvalidHeader`,
    /// `InvalidVersion` or `InvalidShaderType` if it concerns the header, and to `InvalidOpcode` otherwise.
    pub(crate) fn of(number: u32, diagnostic: &Diagnostic, agal: &[u8]) -> AgalError {
        let shader_type = match agal.get(HEADER - 1) {
            Some(0) => ShaderType::Vertex,
            _ => ShaderType::Fragment,
        };
        let token = diagnostic.token.unwrap_or(0) as usize;
        let is_destination = diagnostic.operand.as_deref() == Some("destination");
        let operand = if diagnostic.operand.as_deref() == Some("source 2") { 2 } else { 1 };
        match number {
            3615 if agal.is_empty() => AgalError::EmptyProgram,
            3615 if agal.len() < HEADER => AgalError::ReadError,
            3616 | 3618 => AgalError::InvalidHeader,
            3615 | 3617 => AgalError::InvalidVersion,
            3619 => AgalError::InvalidShaderType,
            3638 => AgalError::SamplerRegisterAsSource { operand, token, shader_type },
            3639 => AgalError::IndirectNotAllowed { operand, token, shader_type },
            3640 => AgalError::IndirectOnlyIntoConstants { operand, token, shader_type },
            3646 => AgalError::ReadOutputRegister { operand, token, shader_type },
            3649 => AgalError::WriteSamplerRegister { token, shader_type },
            3651 => AgalError::WriteAttributeRegister { token, shader_type },
            3652 => AgalError::WriteConstantRegister { token, shader_type },
            3696 => AgalError::SamplerConfigMismatch { token, shader_type },
            3749 | 3750 if is_destination => AgalError::WriteFragmentRegister { token, shader_type },
            3749 | 3750 => AgalError::FragmentRegisterAsSource { operand, token, shader_type },
            _ => AgalError::InvalidOpcode { value: opcode_of(token, agal), token, shader_type },
        }
    }
}

/// Returns the opcode of a token, counted from 1; 0 if the token does not exist.
fn opcode_of(token: usize, agal: &[u8]) -> u32 {
    let Some(index) = token.checked_sub(1) else { return 0 };
    let first = HEADER + TOKEN * index;
    agal.get(first..first + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
}

impl From<std::io::Error> for AgalError {
    fn from(_: std::io::Error) -> AgalError {
        AgalError::ReadError
    }
}

/// The reason why a program does not have a module.
#[allow(missing_docs)]
#[derive(Debug)]
pub enum Error {
    Agal(AgalError),
    /// The program reads a vertex attribute without a format.
    MissingVertexAttributeData,
    Unimplemented(String),
}

impl From<AgalError> for Error {
    fn from(error: AgalError) -> Error {
        Error::Agal(error)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Error {
        Error::Agal(error.into())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn opcodes_are_those_of_tokens_from_1() {
        let program: Vec<u8> = (0..super::HEADER + 2 * super::TOKEN).map(|at| at as u8).collect();
        let opcodes = [0, 1, 2, 3].map(|token| super::opcode_of(token, &program));
        assert_eq!(opcodes, [0, 0x0a090807, 0x2221201f, 0]);
    }
}
