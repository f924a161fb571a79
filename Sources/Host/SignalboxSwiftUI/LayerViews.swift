#if canImport(SwiftUI)
  import SignalboxHost
  import SwiftUI

  /// A view that presents the layer of a level: level 0 is presented by the tree, and each other
  /// one by the layer below, so that a view presents one layer at a time. It keeps its identity
  /// while the content changes, and is there before the content is, so that the modifiers hold.
  struct PresentingView<Content: View, Screen: View, TabLabel: View>: View {
    @Bindable var surface: SwiftUISurface
    let level: Int
    let views: ScreenViews<Screen, TabLabel>
    @ViewBuilder let content: Content

    var body: some View {
      let layer = surface.layer(at: level)
      ZStack { content }
        .sheet(
          item: $surface[layer: layer, isSheet: true],
          onDismiss: { surface.dismissalEnded(at: level) },
          content: { LayerView(surface: surface, layer: $0, level: level, views: views) }
        )
        .cover(
          item: $surface[layer: layer, isSheet: false],
          onDismiss: { surface.dismissalEnded(at: level) },
          content: { LayerView(surface: surface, layer: $0, level: level, views: views) })
    }
  }

  /// The stack of a layer, and the layers above it.
  struct LayerView<Screen: View, TabLabel: View>: View {
    let surface: SwiftUISurface
    let layer: ShownLayer
    let level: Int
    let views: ScreenViews<Screen, TabLabel>

    var body: some View {
      PresentingView(surface: surface, level: level + 1, views: views) {
        StackView(surface: surface, owner: .layer(layer.id), views: views)
      }
      .interactiveDismissDisabled(!surface.isDismissible)
      .onAppear { surface.layerAppeared(layer) }
    }
  }

  extension View {
    /// A cover of the whole screen; where there are none, a sheet.
    fileprivate func cover<Item: Identifiable, Cover: View>(
      item: Binding<Item?>, onDismiss: @escaping () -> Void,
      @ViewBuilder content: @escaping (Item) -> Cover
    ) -> some View {
      #if os(macOS)
        sheet(item: item, onDismiss: onDismiss, content: content)
      #else
        fullScreenCover(item: item, onDismiss: onDismiss, content: content)
      #endif
    }
  }
#endif
