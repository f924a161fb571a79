internal import Diagnostics
import HTTPServing
import JSONCodec

extension HTTPResponse {
  /// The headers of every answer: nothing is loaded from elsewhere, kept, framed, or readable by
  /// other sites.
  private static let fixedHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ("Cache-Control", "no-store"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  /// An answer with the headers that all have.
  static func secured(
    _ status: UInt32, _ type: String, _ body: [UInt8] = [],
    _ headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: fixedHeaders + [("Content-Type", type)] + headers, body: body)
  }

  /// A page with one sentence, for a person.
  static func page(
    _ status: UInt32, _ sentence: String, _ headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    let text =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Signalbox</title><p>"
      + sentence
    return secured(status, "text/html; charset=utf-8", Array(text.utf8), headers)
  }

  /// An answer in JSON.
  static func json(_ json: JSON, status: UInt32 = 200) -> HTTPResponse {
    var bytes: [UInt8] = []
    json.write(into: &bytes)
    return secured(status, "application/json", bytes)
  }

  /// An error in JSON.
  static func error(_ error: any Diagnostic, status: UInt32) -> HTTPResponse {
    json(.error(error), status: status)
  }
}
