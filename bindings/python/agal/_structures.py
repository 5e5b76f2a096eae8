"""The structures of agal/agal.h."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_char, c_char_p, c_float, c_size_t, c_uint, c_uint32

#: A number that there is not, or that is not known.
NONE = 0xFFFFFFFF

VERTEX, FRAGMENT = range(2)
CONSTANTS_UBO = 0

register_name = c_char * 8
#: x, y, z, w of each pixel of a quad.
quad_values = c_float * 16


class agal_diagnostic(ctypes.Structure):
    _fields_ = [
        ("number", c_uint32),
        ("severity", c_uint),
        ("stage", c_uint),
        ("token", c_uint32),
        ("operand", c_uint),
        ("line", c_uint32),
        ("column", c_uint32),
        ("byte_offset", c_uint32),
        ("caret", c_uint32),
        ("caret_length", c_uint32),
        ("file", c_char_p),
        ("message", c_char_p),
        ("snippet", c_char_p),
        ("help", c_char_p),
    ]


class agal_slots(ctypes.Structure):
    _fields_ = [
        ("set", c_uint32),
        ("binding", c_uint32),
        ("msl", c_uint32),
        ("hlsl", c_uint32),
        ("hlsl_space", c_uint32),
    ]


class agal_register_range(ctypes.Structure):
    _fields_ = [("first", c_uint32), ("count", c_uint32)]


class agal_constants(ctypes.Structure):
    _fields_ = [
        ("name", register_name),
        ("count", c_uint32),
        ("indirect", c_uint32),
        ("mode", c_uint),
        ("stride", c_uint32),
        ("offset", c_uint32),
        ("location", c_uint32),
        ("slots", agal_slots),
        ("block", c_char_p),
        ("member", c_char_p),
        ("ranges", POINTER(agal_register_range)),
        ("range_count", c_size_t),
    ]


class agal_attribute(ctypes.Structure):
    _fields_ = [("name", register_name), ("location", c_uint32), ("components", c_uint32)]


class agal_varying(ctypes.Structure):
    _fields_ = [("name", register_name), ("location", c_uint32), ("components", c_uint32), ("centroid", c_uint32)]


class agal_sampler_state(ctypes.Structure):
    _fields_ = [
        ("filter", c_uint32),
        ("mip", c_uint32),
        ("wrap", c_uint32),
        ("read_mode", c_uint32),
        ("special", c_uint32),
        ("anisotropy", c_uint32),
        ("bias", c_float),
        ("token", c_uint32),
    ]


class agal_sampler(ctypes.Structure):
    _fields_ = [
        ("name", register_name),
        ("index", c_uint32),
        ("active", c_uint32),
        ("kind", c_uint),
        ("filtering", c_uint32),
        ("slots", agal_slots),
        ("sampler_binding", c_uint32),
        ("states", POINTER(agal_sampler_state)),
        ("state_count", c_size_t),
    ]


class agal_interface(ctypes.Structure):
    _fields_ = [
        ("stage", c_uint),
        ("version", c_uint32),
        ("entry_point", c_char_p),
        ("attributes", POINTER(agal_attribute)),
        ("attribute_count", c_size_t),
        ("varyings", POINTER(agal_varying)),
        ("varying_count", c_size_t),
        ("samplers", POINTER(agal_sampler)),
        ("sampler_count", c_size_t),
        ("constants", agal_constants),
        ("position", c_uint32),
        ("colors", c_uint32),
        ("depth", c_uint32),
        ("kills", c_uint32),
        ("instance_id", c_uint),
        ("negative_z", c_uint32),
        ("flip_y", c_uint32),
    ]


class agal_proof_rule(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("rule_class", c_uint), ("count", c_uint32)]


class agal_proof_input(ctypes.Structure):
    _fields_ = [("name", register_name), ("kind", c_uint), ("number", c_uint32), ("values", quad_values)]


class agal_difference(ctypes.Structure):
    _fields_ = [
        ("output", c_char_p),
        ("pixel", c_uint32),
        ("expected", c_float),
        ("found", c_float),
        ("samples", c_uint32),
        ("inputs", POINTER(agal_proof_input)),
        ("input_count", c_size_t),
    ]


class agal_proof(ctypes.Structure):
    _fields_ = [
        ("verdict", c_uint),
        ("proof_class", c_uint),
        ("rules", POINTER(agal_proof_rule)),
        ("rule_count", c_size_t),
        ("terms", c_uint32),
        ("reason", c_char_p),
        ("output", c_char_p),
        ("expected", c_char_p),
        ("found", c_char_p),
        ("difference", POINTER(agal_difference)),
    ]


STRUCTURES = (
    agal_diagnostic,
    agal_slots,
    agal_register_range,
    agal_constants,
    agal_attribute,
    agal_varying,
    agal_sampler_state,
    agal_sampler,
    agal_interface,
    agal_proof_rule,
    agal_proof_input,
    agal_difference,
    agal_proof,
)
