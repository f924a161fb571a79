/// Every code that an error, warning or note can carry. Codes are stable and never reused.
///
/// `signalbox help codes` prints this table, and a test reports codes that nothing uses.
public enum DiagnosticCode: RawRepresentable, Sendable, Hashable, CaseIterable {
  case linkMalformed, linkTooLong, linkForeign, linkNotFound, linkAmbiguous, linkBuild
  case patternSyntax, patternDuplicateParameter, patternTooLarge, patternRegex, patternType,
    baseSyntax
  case fileUnreadable, fileUnwritable, fileTooLarge, fileUnsafe, fileNoneFound, fileEncoding,
    fileEmpty
  case yamlSyntax, yamlUnsupported, yamlLimit, yamlDuplicateKey
  case formatVersion, formatUnknownKey, formatMissingKey, formatWrongType, formatBadValue,
    formatMissingValue, formatKeyConflict, formatTooManyErrors
  case importSource, importModule, importChanged, importDropped, importAdded, linksDead,
    linksCaught, linksSkipped
  case platformSyntax, platformSigned, platformLimit, platformWrongType, platformUnknownKey,
    platformDuplicateKey, platformMissingKey, platformBadValue, platformIgnored, platformVariable,
    platformInclude
  case nameDuplicate, nameUnknown, nameInvalid
  case routeConflict, routeShadowed, routeImpossible, routePartlyShadowed, routeUndecided,
    routeCaseTwin, routeSlashTwin, routeNotation, routeNotNFC, routeEmptyParameter, routeSlow,
    routeParameter, routeParent, routeGuests, routeSource, routeExtension, routeNeverOpened,
    routeBackEnds
  case redirectLoop, redirectTooLong, redirectNothing, redirectDead, redirectQuery
  case sourceUncovered, sourceChanged, sourceAnyLink
  case intentLink, intentGate
  case screenUnreachable, screenNeverShown, screenTwice, screenNoWayHome, screenWorkLost,
    flowNeverFinishes, linkNeverResumes, linkResumesElsewhere
  case coordinatorCycle, coordinatorRoot, coordinatorShape, coordinatorStart
  case gateNeverAnswered, gateCycle, gateBehindItself, gateUnused, gateUnsatisfiable
  case tapParameter, titleParameter, tapCommand, tapNothing, tapRefused, tapSometimesRefused,
    allowUnused, definitionLimit
  case compareClaimedNotRouted, compareRoutedNotClaimed, compareOnePlatform, compareEncoding,
    compareNeverDecides, comparePooledData, compareGated, compareRefused, compareUndecided,
    compareNeverVerified, comparePackage, compareDomain, compareScheme, compareOlderLevels
  case hostedUnreachable, hostedRedirect, hostedStatus, hostedContentType, hostedSize, hostedLegacy,
    hostedDiffers, hostedCDN, hostedUndecided
  case traceSyntax, traceWrongType, traceMissingKey, traceUnknownEvent, traceUnknownName,
    traceTruncated, traceNoLines, traceLimit
  case conformUnknownScreen, conformScreen, conformValues, conformMissingScreen, conformRefused
  case routerOpens, routerNothing, routerScreen, routerUnknownScreen, routerValues, routerFailed,
    routerSilent, routerAnswer, routerExcess
  case conformUndecided, policyRule, policyBroken, policyOpen, graphDrawing
  case platformXMLSyntax, platformXMLDocumentType, platformXMLLimit, platformPropertyList,
    platformManifestRoot,
    platformManifestPattern, platformManifestValue, platformManifestUnresolved,
    platformManifestIgnored, platformManifestCase, platformManifestPath, platformManifestBackslash,
    platformManifestAttribute, platformManifestIncomplete, platformManifestMIMEType,
    platformManifestUnavailable, platformManifestPackage, platformManifestSchemeSpecific,
    platformManifestTooMany
  case httpAddress, httpTransfer, httpAnswer, jsonSyntax, jsonLimit, jsonMessage
  case pluginUnknown, pluginIncomplete, pluginFactory, pluginFactoryMissing, pluginCommand,
    pluginTarget, pluginContent, pluginStart, pluginEnded, pluginSilent, pluginOutput,
    pluginRefused, pluginDown
  case commandUnknown, commandUsage, commandNotFirst, commandFile, commandReload, expectationFailed,
    scriptEncoding, scriptLimit, scriptInterrupted, scriptCycle, scriptRefused, scriptReplace,
    scriptWorker, scriptParts, coverageRoute, coverageScreen, coverageTap, coverageGate,
    coverageCoordinator, coverageKind, coverageBelow, exportLine, exportPart, exportName,
    sessionHistory, sessionScript, usage, benchmarkFailed
  case inputTooLong, inputEncoding, inputUnwatched, daemonMethod, daemonParameter,
    daemonUnknownSession, daemonSessionExists, daemonLimit, daemonReadOnly, daemonTooOld,
    daemonTooNew, daemonConflict, daemonAnswerGone, daemonSessionUnavailable, daemonShuttingDown,
    daemonNotSubscribed, daemonRoutes, terminalFailed
  case journalLocked, journalUnsafe, journalVersion, journalDamaged, journalFailed, journalTooOld,
    journalMissing, sessionRestore
  case serviceSocket, serviceLive, serviceLocked, serviceUnsafe, serviceActivation, serviceNotice
  case clientUnreachable, clientUntrusted, clientStranger, clientLost, clientRefused,
    clientUnknownFate, clientNoDaemon
  case inspectLibrary, inspectPort, inspectRequest, inspectReadOnly, inspectLimit, inspectReport
  case agentUnknown, agentParameter, agentLimit, agentFile
  case libraryColumn, libraryPlatforms, librarySize

  /// The code with this text; `nil` if there is none.
  public init?(rawValue: String) {
    guard let code = Self.codes[TextBytes(rawValue)] else { return nil }
    self = code
  }

  /// The text of the code, such as `route/conflict`.
  public var rawValue: String { facts.text }

  /// What the code means: one clause, printed by `signalbox help codes`.
  public var summary: String { facts.summary }

  private static let codes = Dictionary(
    uniqueKeysWithValues: allCases.map { (TextBytes($0.rawValue), $0) })
}
