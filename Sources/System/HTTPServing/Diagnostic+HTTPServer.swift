package import Diagnostics

extension Diagnostic {
  package static func unusablePort(_ port: UInt16, reason: String) -> Diagnostic {
    Diagnostic(
      .inspectPort, "cannot listen on port \(port) of 127.0.0.1: \(reason)",
      advice: "Name another port with --port, or leave it out for a free one.")
  }

  static func noHTTPLibrary(reason: String) -> Diagnostic {
    Diagnostic(
      .inspectLibrary, "libmicrohttpd cannot be loaded: \(reason)",
      advice: "Install it (Debian: libmicrohttpd12; Homebrew: libmicrohttpd).")
  }
}
