#if canImport(SwiftUI)
  import Navigation
  public import SignalboxHost
  public import SwiftUI

  /// Shows the screens of a navigator: a `NavigationStack` for each stack, a `TabView` for tabs,
  /// and presentations for sheets, covers and flows. It is the root of a scene, or part of a view.
  ///
  ///     SignalboxView(navigator) { request in
  ///       switch request.screen {
  ///       case "Order": OrderView(id: request["id"])
  ///       default: Text(request.title)
  ///       }
  ///     }
  ///
  /// Views call the navigator, which they find in the environment, and never change a path
  /// themselves. A navigator has one view at a time, which passes it the links that the system
  /// opens, and reports when the scene enters the background and when it is active again.
  public struct SignalboxView<Screen: View, TabLabel: View>: View {
    @Environment(\.scenePhase) private var scenePhase
    private let navigator: Navigator
    private let views: ScreenViews<Screen, TabLabel>
    private let later: Later

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - screen: Makes the view of a screen.
    ///   - tab: Makes the label of a tab, from the name of its coordinator.
    public init(
      _ navigator: Navigator, @ViewBuilder screen: @escaping (ScreenRequest) -> Screen,
      @ViewBuilder tab: @escaping (String) -> TabLabel
    ) {
      self.init(navigator, later: sleepAndRun, screen: screen, tab: tab)
    }

    package init(
      _ navigator: Navigator, later: @escaping Later,
      @ViewBuilder screen: @escaping (ScreenRequest) -> Screen,
      @ViewBuilder tab: @escaping (String) -> TabLabel
    ) {
      (self.navigator, self.later) = (navigator, later)
      views = ScreenViews(screen: screen, tab: tab)
    }

    /// The containers and screens.
    public var body: some View {
      NavigatorView(surface: SwiftUISurface(navigator, later), views: views)
        .id(ObjectIdentifier(navigator))
        .onOpenURL { navigator.open($0.absoluteString) }
        .onChange(of: scenePhase) { _, phase in
          if phase == .background { navigator.enterBackground() }
          // A link can have brought the app to the foreground.
          if phase == .active, navigator.state.isInBackground { navigator.enterForeground() }
        }
    }
  }

  extension SignalboxView where TabLabel == Text {
    /// Creates a view whose tabs are labelled with the names of their coordinators.
    ///
    /// - Parameter screen: Makes the view of a screen.
    public init(
      _ navigator: Navigator, @ViewBuilder screen: @escaping (ScreenRequest) -> Screen
    ) {
      self.init(navigator, screen: screen, tab: { Text(verbatim: $0) })
    }
  }

  /// What makes the app's views.
  struct ScreenViews<Screen: View, TabLabel: View> {
    let screen: (ScreenRequest) -> Screen
    let tab: (String) -> TabLabel
  }

  /// All of a navigator. Its surface lives as long as the view is shown; those that later updates
  /// pass are not used.
  private struct NavigatorView<Screen: View, TabLabel: View>: View {
    @State private var surface: SwiftUISurface
    private let views: ScreenViews<Screen, TabLabel>

    init(surface: SwiftUISurface, views: ScreenViews<Screen, TabLabel>) {
      _surface = State(initialValue: surface)
      self.views = views
    }

    var body: some View {
      PresentingView(surface: surface, level: 0, views: views) {
        CoordinatorView(surface: surface, id: surface.navigator.definition.root, views: views)
      }
      .onAppear { surface.start() }
    }
  }

  /// A coordinator of the tree, with those below it.
  private struct CoordinatorView<Screen: View, TabLabel: View>: View {
    @Bindable var surface: SwiftUISurface
    let id: Identifier<Coordinator>
    let views: ScreenViews<Screen, TabLabel>

    var body: some View {
      let coordinator = surface.navigator.definition[id]
      let selected = surface.shown.selections[id.index]
      switch coordinator.kind {
      case .tabs:
        if selected != nil {
          TabView(selection: $surface[selectedTabOf: id]) {
            ForEach(coordinator.children.indices, id: \.self) { index in
              CoordinatorView(surface: surface, id: coordinator.children[index], views: views)
                .tabItem {
                  views.tab(surface.navigator.definition[coordinator.children[index]].name)
                }
                .tag(index)
            }
          }
        }
      case .switch:
        if let selected, coordinator.children.indices.contains(selected) {
          CoordinatorView(surface: surface, id: coordinator.children[selected], views: views)
            .id(selected)
        }
      case .stack, .flow:
        StackView(surface: surface, owner: .coordinator(id), views: views)
      }
    }
  }

  /// The stack of a coordinator or a layer.
  struct StackView<Screen: View, TabLabel: View>: View {
    @Bindable var surface: SwiftUISurface
    let owner: StackOwner
    let views: ScreenViews<Screen, TabLabel>

    var body: some View {
      if let root = surface.screens(of: owner).first {
        NavigationStack(path: $surface[pathOf: owner]) {
          ScreenView(surface: surface, screen: root, views: views)
            .id(root)
            .navigationDestination(for: ShownScreen.self) {
              ScreenView(surface: surface, screen: $0.id, views: views)
            }
        }
      }
    }
  }

  /// A screen, without its content if a closed gate has expelled it.
  private struct ScreenView<Screen: View, TabLabel: View>: View {
    let surface: SwiftUISurface
    let screen: UInt64
    let views: ScreenViews<Screen, TabLabel>

    var body: some View {
      ZStack {
        if !surface.hidden.contains(screen), let request = surface.request(for: screen) {
          views.screen(request)
        }
      }
      .environment(\.navigator, surface.navigator)
      .onAppear { surface.appeared(screen) }
      .onDisappear { surface.disappeared(screen) }
    }
  }
#endif
