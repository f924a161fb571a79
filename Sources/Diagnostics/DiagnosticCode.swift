/// Every code that an error, warning or note can carry: stable, never reused.
///
/// One table: `signalbox help codes` prints it, and a test finds a code that nothing gives.
public enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
  case linkMalformed = "link/malformed"
  case linkTooLong = "link/too-long"
  case linkForeign = "link/foreign"
  case linkNotFound = "link/not-found"
  case linkAmbiguous = "link/ambiguous"
  case linkBuild = "link/build"

  case patternSyntax = "pattern/syntax"
  case patternDuplicateParameter = "pattern/duplicate-parameter"
  case patternTooLarge = "pattern/too-large"
  case patternRegex = "pattern/regex"
  case patternType = "pattern/type"
  case baseSyntax = "base/syntax"

  case fileUnreadable = "file/unreadable"
  case fileUnwritable = "file/unwritable"
  case fileTooLarge = "file/too-large"
  case fileUnsafe = "file/unsafe"
  case fileNoneFound = "file/none-found"
  case fileEncoding = "file/encoding"
  case fileEmpty = "file/empty"

  case yamlSyntax = "yaml/syntax"
  case yamlUnsupported = "yaml/unsupported"
  case yamlLimit = "yaml/limit"
  case yamlDuplicateKey = "yaml/duplicate-key"

  case formatVersion = "format/version"
  case formatUnknownKey = "format/unknown-key"
  case formatMissingKey = "format/missing-key"
  case formatWrongType = "format/wrong-type"
  case formatBadValue = "format/bad-value"
  case formatMissingValue = "format/missing-value"
  case formatKeyConflict = "format/key-conflict"
  case formatTooManyErrors = "format/too-many-errors"

  case nameDuplicate = "name/duplicate"
  case nameUnknown = "name/unknown"
  case nameInvalid = "name/invalid"

  case routeConflict = "route/conflict"
  case routeParameter = "route/parameter"
  case routeParent = "route/parent"
  case redirectLoop = "redirect/loop"
  case redirectNothing = "redirect/nothing"
  case coordinatorCycle = "coordinator/cycle"
  case coordinatorRoot = "coordinator/root"
  case coordinatorShape = "coordinator/shape"
  case coordinatorStart = "coordinator/start"
  case gateCycle = "gate/cycle"
  case gateBehindItself = "gate/behind-itself"
  case gateChallenge = "gate/challenge"
  case tapParameter = "tap/parameter"
  case tapCommand = "tap/command"
  case definitionEmpty = "definition/empty"
  case definitionLimit = "definition/limit"

  case jsonSyntax = "json/syntax"
  case jsonLimit = "json/limit"

  case commandUnknown = "command/unknown"
  case commandUsage = "command/usage"
  case expectationFailed = "expect/failed"
  case usage = "usage/option"

  case inputTooLong = "input/too-long"
  case inputUnwatched = "input/unwatched"
  case terminalFailed = "terminal/failed"
  case terminalSilent = "terminal/silent"
}
