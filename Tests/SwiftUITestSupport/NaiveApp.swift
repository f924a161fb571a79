import SwiftUI

/// An app that binds SwiftUI's containers to its own properties, as many apps do. The stand-in has to
/// punish it.
@MainActor
public struct NaiveApp {
  private let model = NaiveModel()
  private let scene = SimulatedScene()

  /// Starts the app.
  public init() { scene.show(NaiveView(model: model)) }

  /// What SwiftUI has refused.
  public var refused: [String] { scene.refused.map { $0.rule.rawValue } }
  /// The first text of each screen of each visible stack.
  public var shown: [[String?]] { scene.stacks }
  /// All texts on screen.
  public var texts: [String] { scene.visibleTexts }
  /// The path, as the app has it.
  public var path: [Int] { model.path }
  /// How often `onDismiss` was called.
  public var dismissals: Int { model.dismissals }

  /// Changes the path.
  public func show(path: [Int]) { model.path = path }
  /// Selects a tab.
  public func select(tab: Int) { model.tab = tab }
  /// Presents a sheet, or dismisses it.
  public func present(sheet: Int?) { model.sheet = sheet.map { NaiveItem(id: $0) } }
  /// Presents a cover, or dismisses it.
  public func present(cover: Int?) { model.cover = cover.map { NaiveItem(id: $0) } }
  /// Presents a sheet from the presented sheet.
  public func present(inner: Int?) { model.inner = inner.map { NaiveItem(id: $0) } }

  /// A turn of the main loop.
  public func turn() { scene.turn() }
  /// Lets all end that runs.
  public func rest() { scene.rest() }
  /// Taps the back button.
  public func goBack() { scene.goBack() }
  /// Swipes back.
  public func swipe(isCancelled: Bool) {
    scene.beginSwipe()
    scene.endGesture(isCancelled: isCancelled)
  }
  /// Pulls the sheet down.
  public func pull(isCancelled: Bool) {
    scene.beginPull()
    scene.endGesture(isCancelled: isCancelled)
  }
}

private struct NaiveItem: Identifiable, Hashable {
  let id: Int
}

@MainActor
@Observable
private final class NaiveModel {
  var path: [Int] = []
  var tab = 0
  var sheet: NaiveItem?
  var cover: NaiveItem?
  var inner: NaiveItem?
  var dismissals = 0
}

private struct NaiveView: View {
  @Bindable var model: NaiveModel

  var body: some View {
    TabView(selection: $model.tab) {
      NavigationStack(path: $model.path) {
        Text(verbatim: "root")
          .navigationDestination(for: Int.self) { Text(verbatim: "\($0)") }
      }
      .tag(0)
      Text(verbatim: "other").tag(1)
    }
    .sheet(item: $model.sheet, onDismiss: { model.dismissals += 1 }) { item in
      Text(verbatim: "sheet \(item.id)")
        .sheet(item: $model.inner) { Text(verbatim: "inner \($0.id)") }
    }
    .fullScreenCover(item: $model.cover) { Text(verbatim: "cover \($0.id)") }
  }
}
