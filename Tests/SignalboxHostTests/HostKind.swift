import HostTestSupport
import Testing

#if os(Linux)
  import SwiftUITestSupport
  import UIKitTestSupport
#endif

/// What the walks run on: a model, and the adapters with the stand-ins of their frameworks.
enum HostKind: CaseIterable, Sendable {
  case model
  #if os(Linux)
    case uikit, swiftui
  #endif

  @MainActor var host: any HostUnderTest.Type {
    switch self {
    case .model: ModelHost.self
    #if os(Linux)
      case .uikit: UIKitApp.self
      case .swiftui: SwiftUIApp.self
    #endif
    }
  }
}
