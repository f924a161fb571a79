extension DiagnosticCode {
  /// The page of the documentation that explains the code, relative to the package.
  public var page: String {
    switch self {
    case .routeConflict, .routeShadowed, .routeImpossible, .routePartlyShadowed, .routeUndecided,
      .routeCaseTwin, .routeSlashTwin, .routeNotation, .routeNotNFC, .routeEmptyParameter,
      .routeSlow, .redirectLoop, .redirectTooLong, .redirectNothing, .redirectDead,
      .redirectQuery,
      .screenUnreachable, .tapNothing, .gateUnsatisfiable, .gateBehindItself, .gateUnused:
      "docs/check.md"
    case .patternSyntax, .patternDuplicateParameter, .patternTooLarge, .patternRegex, .patternType,
      .baseSyntax, .fileUnreadable, .fileUnwritable, .fileTooLarge, .fileUnsafe, .fileNoneFound,
      .fileEncoding, .fileEmpty, .yamlSyntax, .yamlUnsupported, .yamlLimit, .yamlDuplicateKey,
      .formatVersion, .formatUnknownKey, .formatMissingKey, .formatWrongType, .formatBadValue,
      .formatMissingValue, .formatKeyConflict, .formatTooManyErrors, .nameDuplicate, .nameUnknown,
      .nameInvalid, .routeParameter, .routeParent, .routeGuests, .routeExtension,
      .coordinatorCycle, .coordinatorRoot, .coordinatorShape, .coordinatorStart, .gateCycle,
      .tapParameter,
      .titleParameter, .tapCommand, .definitionLimit:
      "docs/route-files.md"
    case .policyRule, .policyBroken, .policyOpen, .screenNeverShown, .screenTwice,
      .screenNoWayHome, .screenWorkLost, .routeNeverOpened, .routeBackEnds, .gateNeverAnswered,
      .flowNeverFinishes, .linkNeverResumes, .linkResumesElsewhere, .tapRefused,
      .tapSometimesRefused, .allowUnused:
      "docs/explore.md"
    case .platformXMLSyntax, .platformXMLDocumentType, .platformXMLLimit, .platformPropertyList,
      .platformManifestRoot,
      .platformManifestPattern, .platformManifestValue, .platformManifestUnresolved,
      .platformManifestIgnored, .platformManifestCase, .platformManifestPath,
      .platformManifestBackslash, .platformManifestAttribute, .platformManifestIncomplete,
      .platformManifestMIMEType, .platformManifestUnavailable, .platformManifestPackage,
      .platformManifestSchemeSpecific, .platformManifestTooMany, .platformSyntax, .platformSigned,
      .platformLimit, .platformWrongType, .platformUnknownKey,
      .platformDuplicateKey, .platformMissingKey, .platformBadValue, .platformIgnored,
      .platformVariable, .platformInclude:
      "docs/platforms.md"
    case .traceSyntax, .traceWrongType, .traceMissingKey, .traceUnknownEvent, .traceUnknownName,
      .traceTruncated, .traceNoLines, .traceLimit, .conformUnknownScreen, .conformScreen,
      .conformValues, .conformMissingScreen, .conformRefused, .conformUndecided:
      "docs/conform.md"
    case .routerOpens, .routerNothing, .routerScreen, .routerUnknownScreen, .routerValues,
      .routerFailed, .routerSilent, .routerAnswer, .routerExcess:
      "docs/conform-router.md"
    case .compareClaimedNotRouted, .compareRoutedNotClaimed, .compareOnePlatform, .compareEncoding,
      .compareNeverDecides, .comparePooledData, .compareGated, .compareRefused, .compareUndecided,
      .compareNeverVerified, .comparePackage, .compareDomain, .compareScheme:
      "docs/compare.md"
    case .hostedUnreachable, .hostedRedirect, .hostedStatus, .hostedContentType, .hostedSize,
      .hostedLegacy, .hostedDiffers, .hostedCDN, .hostedUndecided:
      "docs/hosted.md"
    case .importSource, .importModule, .importChanged, .importDropped, .importAdded:
      "docs/import.md"
    case .linksDead, .linksSkipped: "docs/links.md"
    case .graphDrawing: "docs/graph.md"
    case .linkMalformed, .linkTooLong, .linkForeign, .linkNotFound, .linkAmbiguous, .linkBuild:
      "docs/navigation.md"
    case .pluginUnknown, .pluginIncomplete, .pluginFactory, .pluginFactoryMissing, .pluginCommand,
      .pluginTarget, .pluginContent, .pluginStart, .pluginEnded, .pluginSilent, .pluginOutput,
      .pluginRefused, .pluginDown, .httpAddress, .httpTransfer, .httpAnswer:
      "docs/plugins.md"
    case .commandUnknown, .commandUsage, .commandNotFirst, .commandFile, .commandReload,
      .sessionHistory, .inputTooLong, .inputEncoding, .inputUnwatched, .terminalFailed:
      "docs/repl.md"
    case .expectationFailed, .scriptEncoding, .scriptLimit, .scriptInterrupted, .scriptCycle,
      .scriptRefused, .scriptReplace, .scriptWorker, .coverageRoute, .coverageScreen, .coverageTap,
      .coverageGate, .coverageCoordinator, .coverageKind, .coverageBelow, .sessionScript:
      "docs/replay.md"
    case .usage: "docs/commands.md"
    case .exportLine, .exportPart, .exportName: "docs/export.md"
    case .benchmarkFailed: "docs/bench.md"
    case .jsonSyntax, .jsonLimit, .jsonMessage, .daemonMethod, .daemonParameter,
      .daemonUnknownSession, .daemonSessionExists, .daemonLimit, .daemonReadOnly, .daemonTooOld,
      .daemonTooNew, .daemonConflict, .daemonAnswerGone, .daemonSessionUnavailable,
      .daemonShuttingDown, .daemonNotSubscribed, .daemonRoutes:
      "docs/protocol.md"
    case .journalLocked, .journalUnsafe, .journalVersion, .journalDamaged, .journalFailed,
      .journalTooOld, .journalMissing, .sessionRestore:
      "docs/journal.md"
    case .serviceSocket, .serviceLive, .serviceLocked, .serviceUnsafe, .serviceActivation,
      .serviceNotice, .clientUnreachable, .clientUntrusted, .clientStranger, .clientLost,
      .clientRefused,
      .clientUnknownFate, .clientNoDaemon:
      "docs/serve.md"
    case .inspectPort, .inspectRequest, .inspectReadOnly, .inspectLimit,
      .inspectReport:
      "docs/inspect.md"
    case .agentUnknown, .agentParameter, .agentLimit, .agentFile: "docs/mcp.md"
    }
  }
}
