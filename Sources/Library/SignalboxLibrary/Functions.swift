public import CSignalbox
import Commands
import Diagnostics
import JSONCodec
import Navigation
import PlatformComparison
import PlatformFiles
import PlatformGeneration
import RouteFiles
import TraceFiles
import Traces

// The functions of signalbox.h, in its order; it says what they do.

/// `signalbox_text_free`.
@_cdecl("signalbox_text_free")
public func freeText(_ text: UnsafeMutablePointer<signalbox_text>) {
  text.pointee.bytes?.deallocate()
  text.pointee = signalbox_text()
}

/// `signalbox_load`.
@_cdecl("signalbox_load")
public func load(
  _ paths: UnsafePointer<UnsafePointer<CChar>?>, _ count: Int,
  _ errors: UnsafeMutablePointer<signalbox_text>
) -> OpaquePointer? {
  let paths = UnsafeBufferPointer(start: paths, count: max(0, count)).compactMap(path)
  let (plugins, faults) = RouteFolder.load(paths)
  return made(plugins, faults, errors)
}

/// A path; `-` is no standard input here, which belongs to the program.
private func path(_ text: UnsafePointer<CChar>?) -> String? {
  text.map { String(cString: $0) }.map { sameBytes($0, "-") ? "./-" : $0 }
}

/// `signalbox_read`.
@_cdecl("signalbox_read")
public func read(
  _ name: UnsafePointer<CChar>, _ file: UnsafeRawPointer?, _ count: Int,
  _ errors: UnsafeMutablePointer<signalbox_text>
) -> OpaquePointer? {
  let (plugin, faults) = RouteFolder.parse(
    Array(bytes(of: file, count)), file: String(cString: name))
  return made(plugin.map { [$0] } ?? [], faults, errors)
}

private func made(
  _ plugins: [PluginDraft], _ faults: [Diagnostic], _ errors: UnsafeMutablePointer<signalbox_text>
) -> OpaquePointer? {
  do throws(DiagnosticList) {
    let app = try LibraryApp(plugins, faults)
    errors.pointee = signalbox_text()
    return OpaquePointer(Unmanaged.passRetained(app).toOpaque())
  } catch {
    store(JSON.array(error.diagnostics.map { JSON($0) }), errors)
    return nil
  }
}

/// `signalbox_with_platforms`.
@_cdecl("signalbox_with_platforms")
public func withPlatforms(
  _ app: OpaquePointer, _ files: UnsafePointer<signalbox_platform_files>,
  _ findings: UnsafeMutablePointer<signalbox_text>
) -> OpaquePointer? {
  func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
  let given = files.pointee
  var claimed = ClaimFiles()
  claimed.aasa = path(given.aasa)
  claimed.app = text(given.app_id)
  claimed.entitlements = path(given.entitlements)
  claimed.infoPlist = path(given.info_plist)
  claimed.manifest = path(given.manifest)
  claimed.assetLinks = path(given.assetlinks)
  claimed.package = text(given.package_name)
  let lacking = [
    ("assetlinks", given.assetlinks, "manifest", given.manifest),
    ("app_id", given.app_id, "aasa", given.aasa),
    ("package_name", given.package_name, "assetlinks", given.assetlinks),
  ].first { $0.1 != nil && $0.3 == nil }
  if let lacking {
    store(JSON.array([JSON(.needs(lacking.0, lacking.2))]), findings)
    return nil
  }
  let app = LibraryApp.of(app)
  let read: ClaimFiles.Claims
  do throws(ClaimFiles.Fault) {
    read = try claimed.claims(of: app.definition.associatedHosts)
  } catch {
    store(JSON.array((error.findings + [.unclearApp(error)]).map { JSON($0) }), findings)
    return nil
  }
  let finding = read.claims.packageFinding.map { [$0] } ?? []
  store(JSON.array((read.findings + finding).map { JSON($0) }), findings)
  guard read.areUsable else { return nil }
  let with = LibraryApp(app, claiming: read.claims)
  return OpaquePointer(Unmanaged.passRetained(with).toOpaque())
}

/// `signalbox_with_log_map`.
@_cdecl("signalbox_with_log_map")
public func withLogMap(
  _ app: OpaquePointer, _ map: UnsafePointer<CChar>,
  _ errors: UnsafeMutablePointer<signalbox_text>
) -> OpaquePointer? {
  let app = LibraryApp.of(app)
  do throws(DiagnosticList) {
    let kinds = ObservedKind.allCases.map(\.rawValue)
    let logs = try TraceMapFile(path: path(map) ?? "", kinds: kinds)
    let unknown = logs.faults(in: app.definition)
    guard unknown.isEmpty else { throw DiagnosticList(unknown) }
    errors.pointee = signalbox_text()
    return OpaquePointer(Unmanaged.passRetained(LibraryApp(app, logs: logs)).toOpaque())
  } catch {
    store(JSON.array(error.diagnostics.map { JSON($0) }), errors)
    return nil
  }
}

/// `signalbox_free`.
@_cdecl("signalbox_free")
public func free(_ app: OpaquePointer?) {
  guard let app else { return }
  Unmanaged<LibraryApp>.fromOpaque(UnsafeRawPointer(app)).release()
}

/// `signalbox_resolve`.
@_cdecl("signalbox_resolve")
public func resolve(
  _ app: OpaquePointer, _ link: UnsafeRawPointer?, _ count: Int,
  _ answer: UnsafeMutablePointer<signalbox_text>
) -> Bool {
  var output = ByteBuffer()
  let isResolved = LibraryApp.of(app).resolve(bytes(of: link, count), into: &output)
  store(output.bytes, answer)
  return isResolved
}

/// `signalbox_why`.
@_cdecl("signalbox_why")
public func why(
  _ app: OpaquePointer, _ link: UnsafeRawPointer?, _ count: Int,
  _ answer: UnsafeMutablePointer<signalbox_text>
) -> Bool {
  var output = ByteBuffer()
  let isResolved = LibraryApp.of(app).why(bytes(of: link, count), into: &output)
  store(output.bytes, answer)
  return isResolved
}

/// `signalbox_check`.
@_cdecl("signalbox_check")
public func check(
  _ app: OpaquePointer, _ notes: Bool, _ findings: UnsafeMutablePointer<signalbox_text>
) -> Int {
  let found = LibraryApp.of(app).findings(notes: notes)
  store(JSON.array(found.map { JSON($0) }), findings)
  return found.count { $0.severity != .note }
}

/// `signalbox_link`.
@_cdecl("signalbox_link")
public func link(
  _ app: OpaquePointer, _ route: UnsafePointer<CChar>,
  _ names: UnsafePointer<UnsafePointer<CChar>?>?, _ values: UnsafePointer<UnsafePointer<CChar>?>?,
  _ count: Int, _ answer: UnsafeMutablePointer<signalbox_text>
) -> Bool {
  func texts(_ list: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    UnsafeBufferPointer(start: list, count: list == nil ? 0 : count)
      .map { $0.map { String(cString: $0) } ?? "" }
  }
  do throws(Diagnostic) {
    let built = try LibraryApp.of(app).definition.links(
      toRoute: String(cString: route),
      values: zip(texts(names), texts(values)).map { (name: $0, value: $1) })
    store(built.json, answer)
    return true
  } catch {
    store(JSON(error), answer)
    return false
  }
}

/// `signalbox_resolve_batch`.
@_cdecl("signalbox_resolve_batch")
public func resolveBatch(
  _ app: OpaquePointer, _ type: UnsafeMutablePointer<ArrowSchema>,
  _ links: UnsafeMutablePointer<ArrowArray>, _ answersType: UnsafeMutablePointer<ArrowSchema>,
  _ answers: UnsafeMutablePointer<ArrowArray>, _ error: UnsafeMutablePointer<signalbox_text>
) -> Bool {
  defer {
    type.pointee.release?(type)
    links.pointee.release?(links)
  }
  do throws(Diagnostic) {
    let column = try GivenColumn(type.pointee, links.pointee, of: "links")
    let (type, found) = try LibraryApp.of(app).resolve(column)
    answersType.initialize(to: .exported(type))
    answers.initialize(to: .exported(found))
    error.pointee = signalbox_text()
    return true
  } catch let fault {
    store(JSON(fault), error)
    return false
  }
}

/// `signalbox_conform_batch`.
@_cdecl("signalbox_conform_batch")
public func conformBatch(
  _ app: OpaquePointer, _ type: UnsafeMutablePointer<ArrowSchema>,
  _ lines: UnsafeMutablePointer<ArrowArray>, _ verdictsType: UnsafeMutablePointer<ArrowSchema>,
  _ verdicts: UnsafeMutablePointer<ArrowArray>, _ errors: UnsafeMutablePointer<signalbox_text>
) -> Bool {
  defer {
    type.pointee.release?(type)
    lines.pointee.release?(lines)
  }
  do throws(DiagnosticList) {
    let column: GivenColumn
    do throws(Diagnostic) {
      column = try GivenColumn(type.pointee, lines.pointee, of: "lines")
    } catch {
      throw DiagnosticList([error])
    }
    let found = try LibraryApp.of(app).conform(column)
    verdictsType.initialize(to: .exported(verdictType))
    verdicts.initialize(to: .exported(found))
    errors.pointee = signalbox_text()
    return true
  } catch {
    store(JSON.array(error.diagnostics.map { JSON($0) }), errors)
    return false
  }
}

extension Diagnostic {
  fileprivate static func needs(_ one: String, _ other: String) -> Diagnostic {
    Diagnostic(.libraryPlatforms, "'\(one)' needs '\(other)'", advice: "Name both, or neither.")
  }

  /// It is not clear which app or package of a file counts.
  fileprivate static func unclearApp(_ fault: ClaimFiles.Fault) -> Diagnostic {
    let kind = fault.isPackage ? "package" : "app"
    let names = fault.names.joined(separator: ", ")
    return Diagnostic(
      .libraryPlatforms,
      fault.named.map { "'\(fault.file)' has no \(kind) '\($0)'" }
        ?? "'\(fault.file)' has several \(kind)s with different rules",
      advice: names.isEmpty ? "It names none." : "Name one of these: \(names).",
      at: SourcePosition(file: fault.file, line: 1, column: 1))
  }
}

/// What a caller passes as a pointer, null for no bytes, and a number of bytes.
private func bytes(of start: UnsafeRawPointer?, _ count: Int) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : max(0, count))
}

extension LibraryApp {
  static func of(_ app: OpaquePointer) -> LibraryApp {
    Unmanaged<LibraryApp>.fromOpaque(UnsafeRawPointer(app)).takeUnretainedValue()
  }
}

private func store(_ json: JSON, _ text: UnsafeMutablePointer<signalbox_text>) {
  var output = ByteBuffer()
  json.write(into: &output)
  store(output.bytes, text)
}

private func store(
  _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeMutablePointer<signalbox_text>
) {
  let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
  UnsafeMutableRawBufferPointer(copy).copyMemory(from: UnsafeRawBufferPointer(bytes))
  copy[bytes.count] = 0
  text.pointee = signalbox_text(bytes: copy.baseAddress, count: bytes.count)
}
