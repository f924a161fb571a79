internal import Diagnostics
import HTTPServing
import JSONCodec

extension HTTPResponse {
  /// An answer with content of a media type.
  static func content(
    _ status: UInt32, _ type: String, _ body: [UInt8] = [],
    _ headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", type)] + headers, body: body)
  }

  static func page(
    _ status: UInt32, _ sentence: String, _ headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    let text =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Signalbox</title><p>"
      + sentence
    return content(status, "text/html; charset=utf-8", Array(text.utf8), headers)
  }

  static func json(_ json: JSON, status: UInt32 = 200) -> HTTPResponse {
    content(status, "application/json", json.bytes)
  }

  static func error(_ error: Diagnostic, status: UInt32) -> HTTPResponse {
    json(.error(error), status: status)
  }
}
