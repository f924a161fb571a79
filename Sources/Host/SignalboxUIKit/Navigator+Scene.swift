#if canImport(UIKit)
  public import SignalboxHost
  public import UIKit

  /// What a scene delegate passes to a navigator.
  extension Navigator {
    /// Opens the links that have started a scene. With a navigator that is not ready, they wait for
    /// `ready()`.
    public func open(_ options: UIScene.ConnectionOptions) {
      open(options.urlContexts)
      for activity in options.userActivities { self.continue(activity) }
    }

    /// Opens links that the system passes to a scene.
    public func open(_ contexts: Set<UIOpenURLContext>) {
      for context in contexts { open(context.url.absoluteString) }
    }

    /// Opens the universal link of an activity, if it has one.
    public func `continue`(_ activity: NSUserActivity) {
      if let link = activity.webpageURL?.absoluteString { open(link) }
    }
  }
#endif
