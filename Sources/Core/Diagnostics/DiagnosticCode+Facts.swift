extension DiagnosticCode {
  /// The text of each code, and its summary.
  var facts: (text: String, summary: String) {
    switch self {
    case .linkMalformed: ("link/malformed", "text that is not a valid link")
    case .linkTooLong: ("link/too-long", "a link with too many bytes or segments")
    case .linkForeign: ("link/foreign", "a link outside all of the app's bases")
    case .linkNotFound: ("link/not-found", "a link that no route matches")
    case .linkAmbiguous:
      ("link/ambiguous", "a path that routes under several bases match equally well")
    case .linkBuild: ("link/build", "values that do not form a link to the route")
    case .patternSyntax: ("pattern/syntax", "a pattern with a syntax error")
    case .patternDuplicateParameter:
      ("pattern/duplicate-parameter", "a parameter that appears twice in one pattern")
    case .patternTooLarge: ("pattern/too-large", "a pattern that expands beyond the limit")
    case .patternRegex: ("pattern/regex", "an invalid or unsupported regular expression")
    case .patternType:
      ("pattern/type", "a type for an unknown parameter, or one that the parameter cannot have")
    case .baseSyntax: ("base/syntax", "a base with a syntax error")
    case .fileUnreadable: ("file/unreadable", "a file or folder that cannot be read")
    case .fileUnwritable: ("file/unwritable", "a file that cannot be written")
    case .fileTooLarge: ("file/too-large", "a file or folder that exceeds a limit")
    case .fileUnsafe:
      ("file/unsafe", "a route file that runs a program which other users can change")
    case .fileNoneFound:
      ("file/none-found", "a folder without a route file or script, or a script without a step")
    case .fileEncoding: ("file/encoding", "a file that is not UTF-8")
    case .fileEmpty: ("file/empty", "an empty file")
    case .yamlSyntax: ("yaml/syntax", "a route file that is not YAML")
    case .yamlUnsupported: ("yaml/unsupported", "a YAML feature that route files cannot use")
    case .yamlLimit: ("yaml/limit", "a route file that is nested too deeply or too large")
    case .yamlDuplicateKey: ("yaml/duplicate-key", "a key that appears twice in one mapping")
    case .formatVersion: ("format/version", "a format version that this program does not support")
    case .formatUnknownKey: ("format/unknown-key", "an unknown key")
    case .formatMissingKey: ("format/missing-key", "a missing required key")
    case .formatWrongType: ("format/wrong-type", "a value of the wrong kind: list, mapping or text")
    case .formatBadValue: ("format/bad-value", "a value that its key does not allow")
    case .formatMissingValue: ("format/missing-value", "a key without a value")
    case .formatKeyConflict: ("format/key-conflict", "keys that exclude each other")
    case .formatTooManyErrors: ("format/too-many-errors", "more errors than are reported")
    case .importSource: ("import/source", "a source that cannot be imported")
    case .importModule: ("import/module", "a JavaScript module that cannot be evaluated")
    case .importChanged: ("import/changed", "a part of a source that is imported in another form")
    case .importDropped: ("import/dropped", "a part of a source that is not imported")
    case .importAdded: ("import/added", "a part that the source lacks and a route file needs")
    case .linksDead: ("links/dead", "a link in an app's source that opens nothing")
    case .linksCaught:
      ("links/caught", "a link in an app's source that only a route for any path opens")
    case .linksSkipped: ("links/skipped", "a part of an app's source that is not read")
    case .platformSyntax: ("platform/syntax", "an association file that is not JSON")
    case .platformSigned: ("platform/signed", "an association file that is signed")
    case .platformLimit:
      ("platform/limit", "an association file, or a pattern in it, that exceeds a limit")
    case .platformWrongType:
      ("platform/wrong-type", "a value of the wrong kind in an association file")
    case .platformUnknownKey:
      ("platform/unknown-key", "a key that the system ignores in an association file")
    case .platformDuplicateKey:
      ("platform/duplicate-key", "a key that appears twice in an object of an association file")
    case .platformMissingKey: ("platform/missing-key", "a missing key in an association file")
    case .platformBadValue: ("platform/bad-value", "a value that does not have the intended effect")
    case .platformIgnored:
      ("platform/ignored", "a part of an association file that another part switches off")
    case .platformVariable:
      ("platform/variable", "a substitution variable that is undefined or cannot be used")
    case .platformInclude:
      ("platform/include", "a statement that includes a file, which is not read")
    case .nameDuplicate: ("name/duplicate", "two things of one kind with the same name")
    case .nameUnknown: ("name/unknown", "an undefined name")
    case .nameInvalid: ("name/invalid", "a name that is too long or has invalid characters")
    case .routeConflict: ("route/conflict", "two routes that match one link equally well")
    case .routeShadowed: ("route/shadowed", "a route whose links all open other routes")
    case .routeImpossible: ("route/impossible", "a route that no link can match")
    case .routePartlyShadowed:
      ("route/partly-shadowed", "a route that loses some of its links to others")
    case .routeUndecided: ("route/undecided", "a route whose reachability takes too long to decide")
    case .routeCaseTwin: ("route/case-twin", "two paths that differ only in case")
    case .routeSlashTwin:
      ("route/slash-twin", "two paths that differ only in a trailing slash, which is ignored")
    case .routeNotation:
      ("route/notation", "a parameter in the notation of another router, which is literal text")
    case .routeNotNFC: ("route/not-nfc", "a path that is not in Unicode normalization form C")
    case .routeEmptyParameter: ("route/empty-parameter", "a parameter whose value can be empty")
    case .routeSlow: ("route/slow", "a route whose links are slow to look up")
    case .routeParameter: ("route/parameter", "a route parameter that cannot be filled or used")
    case .routeParent: ("route/parent", "a parent that cannot be placed below the route's screen")
    case .routeGuests: ("route/guests", "a route for guests that cannot be, or has a wrong 'else'")
    case .routeSource: ("route/source", "a source of links, or a 'from', that cannot be")
    case .routeExtension: ("route/extension", "an addition that no route, or not this one, takes")
    case .redirectLoop: ("redirect/loop", "redirects that form a loop")
    case .redirectTooLong: ("redirect/too-long", "more redirects in a row than are followed")
    case .redirectNothing: ("redirect/nothing", "a redirect to a link that opens nothing")
    case .redirectDead: ("redirect/dead", "a redirect whose links all open other routes")
    case .redirectQuery: ("redirect/query", "a redirect that loses a query item of its target")
    case .sourceUncovered:
      ("source/uncovered", "an item of a route for signed links that no signature covers")
    case .sourceChanged:
      ("source/changed", "a redirect that changes an item which a signature covers")
    case .sourceAnyLink: ("source/any-link", "a text that is called like a link can be any link")
    case .intentLink: ("intent/link", "a route for assistants without a link of the web")
    case .intentGate: ("intent/gate", "a route for assistants that asks for a gate first")
    case .screenUnreachable: ("screen/unreachable", "a screen that nothing leads to")
    case .screenNeverShown:
      ("screen/never-shown", "a screen that no state shows, although something leads to it")
    case .screenTwice: ("screen/twice", "a route that can show the same screen twice in a row")
    case .screenNoWayHome:
      ("screen/no-way-home", "a screen from which nothing leads to a start screen")
    case .screenWorkLost: ("screen/work-lost", "unsaved work that a gate can lose")
    case .routeNeverOpened: ("route/never-opened", "a route that nothing opens")
    case .routeBackEnds:
      ("route/back-ends", "a route at which 'back' ends, although it is no start")
    case .gateNeverAnswered:
      ("gate/never-answered", "a challenge that does not lead to the tap that opens its gate")
    case .flowNeverFinishes: ("flow/never-finishes", "a flow that no tap finishes")
    case .linkNeverResumes:
      ("link/never-resumes", "a link that waits for a gate and is then dropped")
    case .linkResumesElsewhere:
      ("link/resumes-elsewhere", "a link that waits for a gate and opens on another screen")
    case .coordinatorCycle: ("coordinator/cycle", "a coordinator that is its own ancestor")
    case .coordinatorRoot: ("coordinator/root", "no root coordinator, or more than one")
    case .coordinatorShape:
      ("coordinator/shape", "a coordinator with keys that do not fit its kind")
    case .coordinatorStart:
      ("coordinator/start", "a coordinator whose first screen cannot be shown")
    case .gateCycle: ("gate/cycle", "a gate that requires itself")
    case .gateBehindItself: ("gate/behind-itself", "a challenge that requires the gate it opens")
    case .gateUnused: ("gate/unused", "a gate that no route, coordinator or gate requires")
    case .gateUnsatisfiable:
      ("gate/unsatisfiable", "a gate that nothing can satisfy: its challenge opens no screen")
    case .tapParameter: ("tap/parameter", "a tap that needs a value its screen does not have")
    case .titleParameter: ("title/parameter", "a title that needs a value its screen does not have")
    case .tapCommand: ("tap/command", "a tap with a command that taps cannot use")
    case .tapNothing: ("tap/nothing", "a tap that leads nowhere")
    case .tapRefused: ("tap/refused", "a tap that is refused in every state")
    case .tapSometimesRefused: ("tap/sometimes-refused", "a tap that is refused in some states")
    case .allowUnused: ("allow/unused", "an allowed finding that is not found")
    case .definitionLimit: ("definition/limit", "more routes, gates or coordinators than the limit")
    case .compareClaimedNotRouted:
      ("compare/claimed-not-routed", "a link that opens the app, and that no route matches")
    case .compareRoutedNotClaimed:
      ("compare/routed-not-claimed", "links of a route that open the browser")
    case .compareOnePlatform:
      ("compare/one-platform", "links of a route that open the app on one platform only")
    case .compareEncoding:
      ("compare/encoding", "links that open the app or the browser by their spelling")
    case .compareNeverDecides:
      ("compare/never-decides", "a rule of a platform's file that decides about no link")
    case .comparePooledData:
      ("compare/pooled-data", "a filter that takes links which none of its elements names")
    case .compareGated: ("compare/gated", "links that open the app and wait for a gate")
    case .compareRefused: ("compare/refused", "links that open the app, which does not show them")
    case .compareNeverVerified:
      ("compare/never-verified", "hosts of a web filter that Android does not verify")
    case .comparePackage:
      ("compare/package", "a website that names another Android app than the manifest")
    case .compareDomain:
      ("compare/domain", "a host that the iOS app's entitlements and the routes do not share")
    case .compareScheme:
      ("compare/scheme", "a custom scheme that the iOS app and the routes do not share")
    case .compareOlderLevels:
      ("compare/older-levels", "links that an edit changes only on older levels of Android")
    case .compareUndecided: ("compare/undecided", "links that take too long to compare")
    case .hostedUnreachable:
      ("hosted/unreachable", "an association file of a website that cannot be fetched")
    case .hostedRedirect: ("hosted/redirect", "an association file that is served by a redirect")
    case .hostedStatus: ("hosted/status", "an association file that a website does not serve")
    case .hostedContentType:
      ("hosted/content-type", "an association file that is not served as application/json")
    case .hostedSize: ("hosted/size", "a served association file that is larger than accepted")
    case .hostedLegacy:
      ("hosted/legacy", "an association file that is served only at the root of the website")
    case .hostedDiffers:
      ("hosted/differs", "links or apps that a served file treats differently than the local one")
    case .hostedCDN: ("hosted/cdn", "Apple's copy of a file that is missing or differs")
    case .hostedUndecided:
      ("hosted/undecided", "two association files whose links are too many to compare")
    case .traceSyntax: ("trace/syntax", "a line of a log that is not a JSON object")
    case .traceWrongType: ("trace/wrong-type", "a value of the wrong kind in a line of a log")
    case .traceMissingKey:
      ("trace/missing-key", "a line of a log without a key that its event needs")
    case .traceUnknownEvent:
      ("trace/unknown-event", "a line of a log with an event that is not known")
    case .traceUnknownName:
      ("trace/unknown-name", "a mapping file that names something the definition lacks")
    case .traceTruncated: ("trace/truncated", "a log whose last line is incomplete")
    case .traceNoLines: ("trace/no-lines", "a log without a line to check")
    case .traceLimit: ("trace/limit", "a log, or a line of it, that exceeds a limit")
    case .conformUnknownScreen:
      ("conform/unknown-screen", "the app shows a screen that the definition lacks")
    case .conformScreen:
      ("conform/screen", "the app shows a screen that the definition does not show there")
    case .conformValues:
      ("conform/values", "the app shows a screen with other values than the definition")
    case .conformMissingScreen:
      ("conform/missing-screen", "the app does not show a screen that the definition shows")
    case .conformRefused: ("conform/refused", "the app does something that the definition refuses")
    case .routerOpens:
      ("router/opens", "the app's router opens a screen for a link that opens none")
    case .routerNothing: ("router/nothing", "the app's router opens nothing for a link of a screen")
    case .routerScreen: ("router/screen", "the app's router opens another screen")
    case .routerUnknownScreen:
      ("router/unknown-screen", "the app's router opens a screen that the definition lacks")
    case .routerValues: ("router/values", "the app's router gives a screen other values")
    case .routerFailed: ("router/failed", "a router that cannot be started, or ends early")
    case .routerSilent: ("router/silent", "a router that does not answer in time")
    case .routerAnswer: ("router/answer", "a line of a router that is no answer")
    case .routerExcess: ("router/excess", "a router that prints more than one answer for each link")
    case .conformUndecided: ("conform/undecided", "the search for what an app did ended at a limit")
    case .policyRule: ("policy/rule", "a text of a policy file that is no rule")
    case .policyBroken: ("policy/broken", "a rule that a script breaks")
    case .policyOpen: ("policy/open", "a rule that was neither proved nor broken")
    case .platformPropertyList:
      ("platform/property-list", "a property list, or a value of it, that cannot be read")
    case .platformXMLSyntax: ("platform/xml-syntax", "a platform file that is not XML in UTF-8")
    case .platformXMLDocumentType:
      ("platform/xml-document-type", "an XML file with a document type declaration")
    case .platformXMLLimit:
      ("platform/xml-limit", "an XML file that is nested too deeply or too large")
    case .platformManifestRoot:
      ("platform/manifest-root", "an XML file that is not an Android manifest")
    case .platformManifestPattern:
      ("platform/manifest-pattern", "a malformed advanced pattern of an intent filter")
    case .platformManifestValue:
      ("platform/manifest-value", "an attribute of a manifest with an invalid value")
    case .platformManifestUnresolved:
      ("platform/manifest-unresolved", "a resource or placeholder of a manifest without a value")
    case .platformManifestIgnored:
      ("platform/manifest-ignored", "a part of a manifest that Android ignores")
    case .platformManifestCase:
      ("platform/manifest-case", "a scheme or host of a manifest with upper-case letters")
    case .platformManifestPath:
      ("platform/manifest-path", "a path of a manifest that starts with no slash")
    case .platformManifestBackslash:
      ("platform/manifest-backslash", "a backslash of a manifest that the resource compiler drops")
    case .platformManifestAttribute:
      ("platform/manifest-attribute", "an attribute of a manifest that Android does not know")
    case .platformManifestIncomplete:
      ("platform/manifest-incomplete", "a web filter without the action or a category of links")
    case .platformManifestMIMEType: ("platform/manifest-mime-type", "a web filter with a MIME type")
    case .platformManifestUnavailable:
      ("platform/manifest-unavailable", "a link filter of an activity that other apps cannot start")
    case .platformManifestPackage:
      ("platform/manifest-package", "a manifest that does not name its package")
    case .platformManifestSchemeSpecific:
      ("platform/manifest-scheme-specific", "an attribute compared with all after the scheme")
    case .platformManifestTooMany:
      ("platform/manifest-too-many", "more findings in a manifest than are reported")
    case .graphDrawing: ("graph/drawing", "a picture that Graphviz did not draw")
    case .pluginUnknown:
      ("plugin/unknown", "a route file that needs a Swift plugin which is not compiled in")
    case .pluginIncomplete:
      ("plugin/incomplete", "a plugin from a route file with errors, used to build an app")
    case .pluginFactory:
      ("plugin/factory", "two factories for one screen, or one for a screen that no route opens")
    case .pluginFactoryMissing:
      ("plugin/factory-missing", "a screen with neither a description nor a factory")
    case .pluginCommand:
      ("plugin/command", "a plugin command that another plugin or Signalbox already defines")
    case .pluginTarget: ("plugin/target", "a plugin's tap or command with an invalid target")
    case .pluginContent: ("plugin/content", "a plugin message with missing or invalid content")
    case .pluginStart: ("plugin/start", "a plugin process that cannot be started")
    case .pluginEnded: ("plugin/ended", "a plugin process that ended unexpectedly")
    case .pluginSilent: ("plugin/silent", "a screen or plugin process that did not answer in time")
    case .pluginOutput: ("plugin/output", "a plugin process that violates the protocol")
    case .pluginRefused: ("plugin/refused", "a request that a plugin process refused")
    case .pluginDown: ("plugin/down", "a plugin process that is no longer restarted")
    case .httpAddress: ("http/address", "an address that HTTP cannot fetch")
    case .httpTransfer: ("http/transfer", "an HTTP transfer that failed or did not finish")
    case .httpAnswer: ("http/answer", "an unusable HTTP response")
    case .jsonSyntax: ("json/syntax", "text that is not strict JSON")
    case .jsonLimit: ("json/limit", "JSON that is nested too deeply or too large")
    case .jsonMessage: ("json/message", "JSON that is not a JSON-RPC 2.0 message")
    case .commandUnknown: ("command/unknown", "a command that does not exist")
    case .commandUsage: ("command/usage", "a command with wrong arguments")
    case .commandNotFirst: ("command/not-first", "a command that must come first and does not")
    case .commandFile: ("command/file", "a command that names a file, in a remote session")
    case .commandReload: ("command/reload", "a script that reloads, in a remote session")
    case .expectationFailed: ("expect/failed", "an expectation of a script that was not met")
    case .scriptEncoding: ("script/encoding", "a script that is not UTF-8")
    case .scriptLimit: ("script/limit", "a script that is too long, or runs too many lines")
    case .scriptInterrupted: ("script/interrupted", "a script that Ctrl-C ended")
    case .scriptCycle: ("script/cycle", "a script that sources itself")
    case .scriptRefused: ("script/refused", "an event that was refused unexpectedly")
    case .scriptReplace: ("script/replace", "a script that cannot replace the session")
    case .scriptWorker:
      ("script/worker", "a process of replay --jobs that did not start or ended too early")
    case .scriptParts: ("script/parts", "results that are not all those of one run of replay")
    case .coverageRoute: ("coverage/route", "a route that scripts do not open")
    case .coverageScreen: ("coverage/screen", "a screen that scripts do not show")
    case .coverageTap: ("coverage/tap", "a tap that scripts do not perform")
    case .coverageGate: ("coverage/gate", "a gate that scripts do not ask for, open and close")
    case .coverageCoordinator: ("coverage/coordinator", "a coordinator that scripts do not enter")
    case .coverageKind:
      ("coverage/kind", "an outcome, refusal or transition that does not occur in scripts")
    case .coverageBelow: ("coverage/below", "scripts that cover less than --coverage-min")
    case .exportLine: ("export/line", "a line of a script that an exported one leaves out")
    case .exportPart: ("export/part", "a line of a script that an exported one contains in part")
    case .exportName: ("export/name", "two scripts that would be exported to the same file")
    case .sessionHistory: ("session/history", "a step beyond either end of the history")
    case .sessionScript: ("session/script", "a session that cannot be saved as a script")
    case .usage: ("usage/option", "an invalid command line")
    case .benchmarkFailed: ("bench/failed", "a benchmark that could not be run")
    case .inputTooLong: ("input/too-long", "a line of input with too many bytes")
    case .inputEncoding: ("input/encoding", "a line of input that is not UTF-8")
    case .inputUnwatched: ("input/unwatched", "a file or folder that cannot be watched for changes")
    case .daemonMethod: ("daemon/method", "a method that the daemon does not have")
    case .daemonParameter: ("daemon/parameter", "invalid parameters of a method")
    case .daemonUnknownSession:
      ("daemon/unknown-session", "a session that the daemon does not have")
    case .daemonSessionExists: ("daemon/session-exists", "a new session whose name is taken")
    case .daemonLimit: ("daemon/limit", "a limit of the daemon that was reached")
    case .daemonReadOnly: ("daemon/read-only", "a change while the daemon cannot write its journal")
    case .daemonTooOld: ("daemon/too-old", "changes that are no longer available")
    case .daemonTooNew: ("daemon/too-new", "changes that have not happened yet")
    case .daemonConflict:
      ("daemon/conflict", "a request id that was already used for a different call")
    case .daemonAnswerGone:
      ("daemon/answer-gone", "a repeated request whose first answer is no longer kept")
    case .daemonSessionUnavailable:
      ("daemon/session-unavailable", "a session that could not be restored")
    case .daemonShuttingDown:
      ("daemon/shutting-down", "a call that arrived while the daemon was shutting down")
    case .daemonNotSubscribed:
      ("daemon/not-subscribed", "the end of a subscription that does not exist")
    case .daemonRoutes: ("daemon/routes", "route files that the daemon cannot load")
    case .terminalFailed: ("terminal/failed", "a terminal that cannot be used")
    case .journalLocked: ("journal/locked", "a journal that another process uses")
    case .journalUnsafe: ("journal/unsafe", "a journal that other users can change")
    case .journalVersion:
      ("journal/version", "a file that is not a journal, or a journal of a newer version")
    case .journalDamaged: ("journal/damaged", "a damaged journal")
    case .journalFailed: ("journal/failed", "a journal that cannot be written or read")
    case .journalTooOld:
      ("journal/too-old", "changes of a session that are no longer in the journal")
    case .journalMissing: ("journal/missing", "a folder without a journal")
    case .sessionRestore: ("session/restore", "a session that cannot be restored from its journal")
    case .serviceSocket: ("service/socket", "a socket that cannot be opened or connected to")
    case .serviceLive: ("service/live", "a socket that another program is already serving")
    case .serviceLocked: ("service/locked", "a folder or socket that another daemon uses")
    case .serviceUnsafe:
      ("service/unsafe", "a folder or file of the daemon that other users can access")
    case .serviceActivation: ("service/activation", "unusable sockets passed by socket activation")
    case .serviceNotice: ("service/notice", "a supervisor that cannot be notified")
    case .clientUnreachable: ("client/unreachable", "a daemon that cannot be reached")
    case .clientUntrusted: ("client/untrusted", "a daemon that another user runs")
    case .clientStranger:
      ("client/stranger", "a program at the socket that does not speak the daemon's protocol")
    case .clientLost: ("client/lost", "a lost or unresponsive connection to a daemon")
    case .clientRefused: ("client/refused", "an unknown error reported by a daemon")
    case .clientUnknownFate: ("client/unknown-fate", "a change that may or may not have been made")
    case .clientNoDaemon: ("client/no-daemon", "a private daemon that could not be started")
    case .inspectLibrary:
      ("inspect/library", "the library of the server of 'inspect' cannot be loaded")
    case .inspectPort: ("inspect/port", "a port on which 'inspect' cannot listen")
    case .inspectRequest: ("inspect/request", "a request that 'inspect' does not understand")
    case .inspectReadOnly:
      ("inspect/read-only", "a change by a page that 'inspect --read-only' serves")
    case .inspectLimit: ("inspect/limit", "more than 'inspect' serves at a time")
    case .inspectReport: ("inspect/report", "a report that 'inspect' cannot compute")
    case .agentUnknown:
      ("agent/unknown", "an unknown method, tool, resource or version of the protocol for agents")
    case .agentParameter:
      ("agent/parameter", "a parameter of a tool that is missing, unknown or wrong")
    case .agentLimit: ("agent/limit", "a result of a tool that exceeds a limit")
    case .agentFile: ("agent/file", "a script of a tool that is not in the named folder")
    case .libraryColumn: ("library/column", "a column that libsignalbox cannot read")
    case .libraryPlatforms:
      ("library/platforms", "a file of the platforms that needs another, or the choice of an app")
    case .librarySize: ("library/size", "more rows or answers than a column can have")
    }
  }
}
