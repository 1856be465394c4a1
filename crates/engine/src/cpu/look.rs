//! The look at the processor, before anything else.
//!
//! A build for this machine optimises the standard library along with the program, so that even what runs before `main`
//! may use instructions that a lesser machine lacks. On Linux the look is therefore taken by the loader, among the
//! initialisers of the program and before those of the standard library; elsewhere it is the first thing in `main`,
//! which is early enough as long as nothing newer is used on the way there.

/// Ends the program with words if the processor lacks what it was compiled for.
#[cfg(not(target_os = "linux"))]
pub fn look() {
    if !super::suffices() {
        super::complain(&|words| {
            // Nobody is left to hear that it could not be said.
            drop(std::io::Write::write_all(&mut std::io::stderr(), words));
        });
        std::process::exit(1);
    }
}

/// The loader has looked already.
#[cfg(target_os = "linux")]
pub fn look() {}

#[cfg(target_os = "linux")]
#[expect(
    unsafe_code,
    reason = "before main there is no standard library to write and to end with"
)]
mod initialiser {
    unsafe extern "C" {
        fn write(file: i32, bytes: *const u8, count: usize) -> isize;
        fn _exit(code: i32) -> !;
    }

    const STDERR: i32 = 2;

    extern "C" fn look() {
        if crate::cpu::suffices() {
            return;
        }
        crate::cpu::complain(&|words| {
            // SAFETY: the bytes are a slice, alive during the call. What it returns is of no use: nobody is left to
            // hear that it could not be said.
            unsafe { write(STDERR, words.as_ptr(), words.len()) };
        });
        // SAFETY: nothing has been begun that would have to be brought to an end.
        unsafe { _exit(1) }
    }

    // SAFETY: the section holds pointers to functions of this type, which the loader calls in the order of their
    // numbers; the standard library's is 99.
    #[used]
    #[unsafe(link_section = ".init_array.00098")]
    static LOOK: extern "C" fn() = look;
}
