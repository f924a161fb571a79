//! libsignalbox from Rust: threads share an app, and links are any bytes. Run by Tests/Library/run.

use std::ffi::{c_char, CString};
use std::thread;

#[repr(C)]
struct Text {
    bytes: *mut c_char,
    count: usize,
}

#[repr(C)]
struct App {
    _private: [u8; 0],
}

#[link(name = "signalbox")]
extern "C" {
    fn signalbox_load(paths: *const *const c_char, count: usize, errors: *mut Text) -> *mut App;
    fn signalbox_resolve(app: *const App, link: *const u8, count: usize, answer: *mut Text) -> bool;
    fn signalbox_text_free(text: *mut Text);
    fn signalbox_free(app: *mut App);
}

#[derive(Clone, Copy)]
struct Shared(*const App);
// An app never changes.
unsafe impl Send for Shared {}

fn taken(mut text: Text) -> String {
    if text.bytes.is_null() {
        return String::new();
    }
    unsafe {
        let bytes = std::slice::from_raw_parts(text.bytes as *const u8, text.count).to_vec();
        signalbox_text_free(&mut text);
        String::from_utf8(bytes).expect("an answer is UTF-8")
    }
}

fn resolve(app: Shared, link: &[u8]) -> (bool, String) {
    let mut text = Text { bytes: std::ptr::null_mut(), count: 0 };
    let is_resolved = unsafe { signalbox_resolve(app.0, link.as_ptr(), link.len(), &mut text) };
    (is_resolved, taken(text))
}

fn main() {
    let path = CString::new("Routes").unwrap();
    let mut errors = Text { bytes: std::ptr::null_mut(), count: 0 };
    let app = unsafe { signalbox_load([path.as_ptr()].as_ptr(), 1, &mut errors) };
    assert!(!app.is_null(), "{}", taken(errors));
    let shared = Shared(app);
    let threads: Vec<_> = (0..4)
        .map(|thread| {
            thread::spawn(move || {
                let shared = shared;
                for number in 0..1_000 {
                    let id = thread * 1_000 + number;
                    let (is_resolved, answer) =
                        resolve(shared, format!("/movies/{id}").as_bytes());
                    assert!(is_resolved && answer.contains(&format!("{{\"id\":\"{id}\"}}")), "{answer}");
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    let (is_resolved, answer) = resolve(shared, b"/movies/\xff\0");
    assert!(!is_resolved && answer.contains("\"error\":\"malformed\""), "{answer}");
    unsafe { signalbox_free(app) };
}
