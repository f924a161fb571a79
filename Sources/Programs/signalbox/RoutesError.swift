import Diagnostics

/// Why there are no route files to work on.
enum RoutesError: Diagnostic {
  /// None of the usual places is there.
  case noRoutes(lookedAt: [String])

  var code: DiagnosticCode { .fileUnreadable }

  var message: String {
    switch self {
    case .noRoutes(let places):
      "no route files were named, and none of these folders is there: "
        + places.joined(separator: ", ")
    }
  }

  var advice: String? {
    "Name a folder or a file with --routes PATH, or set SIGNALBOX_ROUTES."
  }
}
