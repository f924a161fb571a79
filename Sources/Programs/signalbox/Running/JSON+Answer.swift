import JSONCodec

extension JSON {
  /// Whether the answer to a line is a no: a refused event, an error, a link that opens nothing, or
  /// lines of a script that failed.
  var isNo: Bool {
    self["outcome"] == "refused" || self["error"] != nil || self["errors"] != nil
      || (self["failures"]?.intValue ?? 0) > 0
  }
}
