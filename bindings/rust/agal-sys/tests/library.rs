//! Tests the linked library.

#[test]
fn has_the_declared_version() {
    assert_eq!(unsafe { agal_sys::agal_abi_version() }, agal_sys::AGAL_ABI_VERSION);
}
