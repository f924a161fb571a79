#if canImport(SwiftUI)
  public import SignalboxHost
  public import SwiftUI

  private struct NavigatorKey: EnvironmentKey {
    static var defaultValue: Navigator? { nil }
  }

  extension EnvironmentValues {
    /// The navigator of the `SignalboxView` around a view; `nil` outside.
    public var navigator: Navigator? {
      get { self[NavigatorKey.self] }
      set { self[NavigatorKey.self] = newValue }
    }
  }

  /// A button that performs a tap of the screen around it.
  public struct NavigatorLink<Label: View>: View {
    private let tap: String
    private let label: Label
    @Environment(\.navigator) private var navigator

    /// Creates a button.
    ///
    /// - Parameter tap: The name of the tap in the definition.
    public init(tap: String, @ViewBuilder label: () -> Label) {
      (self.tap, self.label) = (tap, label())
    }

    /// The button.
    public var body: some View {
      Button(action: { navigator?.tap(tap) }, label: { label })
    }
  }

  extension NavigatorLink where Label == Text {
    /// Creates a button with a title.
    ///
    /// - Parameter tap: The name of the tap in the definition.
    public init(_ title: LocalizedStringKey, tap: String) {
      self.init(tap: tap) { Text(title) }
    }
  }
#endif
