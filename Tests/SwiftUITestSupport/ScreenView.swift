import SignalboxHost
import SignalboxSwiftUI
import SwiftUI

/// What a screen keeps while it is shown; counted.
@MainActor
final class ScreenModel {
  static var count = 0

  init() {
    Self.count += 1
  }

  isolated deinit { Self.count -= 1 }
}

/// A screen with its name, id and value as text, and a button for each thing that a view can do.
struct ScreenView: View {
  let request: ScreenRequest
  @State private var model = ScreenModel()
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Text(verbatim: "\(request.screen)#\(request.id)#\(request["id"] ?? "")")
    Button("dismiss") { dismiss() }
    NavigatorLink("item", tap: "item")
    if let result = request.result { Text(verbatim: "result \(result)") }
  }
}
