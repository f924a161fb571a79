import Navigation

/// A way as the lines of a script that expects what each event has shown.
/// - Parameters:
///   - comment: The first line, without its `#`.
///   - isCold: Whether the way begins before the app is ready.
func commentedScript(
  of way: [Event], isCold: Bool = false, _ comment: String, in definition: AppDefinition
) -> [String] {
  var state = NavigationState(of: definition, isReady: !isCold)
  var shown = state.visibleEntry(in: definition)
  var lines = ["# " + comment] + (isCold ? ["cold"] : [])
  for event in way {
    lines.append(event.command(nowMilliseconds: state.nowMilliseconds))
    let outcome = state.apply(event, in: definition).outcome
    switch outcome {
    case .refused(let refusal): lines.append("expect outcome refused(\(refusal.reason))")
    case .asked(let screen): lines.append("expect outcome asked(\(screen))")
    case .deferred(let gate): lines.append("expect outcome deferred(\(gate))")
    case .outside, .blocked, .queued: lines.append("expect outcome \(outcome.kind)")
    case .moved, .duplicated: break
    }
    let entry = state.visibleEntry(in: definition)
    if entry != shown, let entry { lines.append("expect screen \(definition.name(of: entry))") }
    shown = entry
  }
  return lines
}
