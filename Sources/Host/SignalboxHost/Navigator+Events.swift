public import Navigation

/// One method for each event; docs/navigation.md describes what the events do.
extension Navigator {
  /// Opens a link that the system, a message or another app has passed to the app, or, from inside,
  /// one of a list whose links the definition does not have as taps.
  @discardableResult
  public func open(_ link: String, from source: LinkSource = .outside) -> Outcome {
    apply(.open(link, from: source))
  }

  /// Performs a tap of the visible screen, by its name in the definition.
  @discardableResult
  public func tap(_ name: String) -> Outcome { apply(.tap(name)) }

  /// Opens the link that the visible screen asks about.
  @discardableResult
  public func accept() -> Outcome { apply(.accept) }

  /// Forgets the link that the visible screen asks about.
  @discardableResult
  public func decline() -> Outcome { apply(.decline) }

  /// Goes back one screen.
  @discardableResult
  public func back() -> Outcome { apply(.back) }

  /// Pops to the first screen of the visible stack.
  @discardableResult
  public func popToRoot() -> Outcome { apply(.root) }

  /// Pops several screens.
  @discardableResult
  public func pop(to target: PopTarget) -> Outcome { apply(.popTo(target)) }

  /// Dismisses the topmost sheet, cover or flow.
  @discardableResult
  public func dismiss() -> Outcome { apply(.dismiss) }

  /// Selects a tab, by the name of its coordinator.
  @discardableResult
  public func select(tab: String) -> Outcome { apply(.select(tab: tab)) }

  /// Ends the topmost flow and passes the result to the screen that started it.
  @discardableResult
  public func finish(result: String? = nil) -> Outcome { apply(.finish(result: result)) }

  /// Opens a gate, such as after a login.
  ///
  /// - Parameter subject: Who has satisfied it, such as the user's id.
  @discardableResult
  public func satisfy(_ gate: String, subject: String? = nil) -> Outcome {
    apply(.satisfy(gate: gate, subject: subject))
  }

  /// Closes a gate, such as after a logout.
  @discardableResult
  public func revoke(_ gate: String) -> Outcome { apply(.revoke(gate: gate)) }

  /// Sets whether the visible screen has unsaved work.
  @discardableResult
  public func setDirty(_ isDirty: Bool) -> Outcome { apply(.dirty(isDirty)) }

  /// Performs what unsaved work has blocked.
  @discardableResult
  public func confirm() -> Outcome { apply(.confirm) }

  /// Forgets what unsaved work has blocked, or leaves the visible challenge of a gate.
  @discardableResult
  public func cancel() -> Outcome { apply(.cancel) }

  /// Reports that the app has left the foreground. Hide what gates protect from the system's
  /// picture of the app yourself.
  @discardableResult
  public func enterBackground() -> Outcome { apply(.background) }

  /// Reports that the app is in the foreground again, before links that brought it there.
  @discardableResult
  public func enterForeground() -> Outcome { apply(.foreground) }

  /// Opens the links that have waited since a cold start.
  @discardableResult
  public func ready() -> Outcome { apply(.ready) }
}
