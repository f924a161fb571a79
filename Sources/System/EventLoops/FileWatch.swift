internal import CUV
internal import FileAccess

/// Reports changes of files and folders.
///
/// A file is watched through its folder, since editors replace files on saving. Watching a folder
/// covers the files in it, not those in subfolders; a folder that disappears is looked for until it
/// is back. Must not be used after the loop was closed.
public final class FileWatch {
  /// Called with the changed paths, sorted, without duplicates.
  private let onChange: ([String]) -> Void
  private var places: [WatchedPlace] = []
  private var changed: Set<[UInt8]> = []
  private var gathering: LoopTimer?
  private var retrying: LoopTimer?

  private struct WatchedPlace {
    let folder: String
    /// The watched file; `nil` for all files in the folder.
    let name: [UInt8]?
    let handle: UnsafeMutablePointer<uv_fs_event_t>
    var isArmed = false
  }

  /// The `data` of a libuv watch: identifies its `WatchedPlace`.
  private final class Mark {
    weak var watch: FileWatch?
    let number: Int

    init(_ watch: FileWatch, _ number: Int) {
      self.watch = watch
      self.number = number
    }
  }

  /// Creates a watch without paths.
  /// - Parameter onChange: Called with the files that were created, changed or removed, sorted,
  ///   without duplicates; for those in a watched folder: the folder's path, `/` and the name.
  public init(loop: EventLoop, onChange: @escaping ([String]) -> Void) throws(LoopFault) {
    self.onChange = onChange
    gathering = try loop.timer { [weak self] in self?.notify() }
    retrying = try loop.timer { [weak self] in self?.retry() }
  }

  /// Adds a file or folder.
  /// - Throws: If the system refuses the watch; the other paths are still watched.
  public func add(_ path: String, loop: EventLoop) throws(LoopFault) {
    let handle = try loop.watch(data: Mark(self, places.count))
    if isFolder(path) {
      places.append(WatchedPlace(folder: path, name: nil, handle: handle))
    } else {
      let (folder, name) = parted(path)
      places.append(WatchedPlace(folder: folder, name: name, handle: handle))
    }
    try arm(places.count - 1)
  }

  private func arm(_ number: Int) throws(LoopFault) {
    let status = uv_fs_event_start(
      places[number].handle,
      { handle, name, _, status in
        guard let data = handle?.pointee.data else { return }
        let mark = Unmanaged<Mark>.fromOpaque(data).takeUnretainedValue()
        mark.watch?.heard(mark.number, name.map { String(cString: $0) }, status)
      }, places[number].folder, 0)
    try LoopFault.check(status)
    places[number].isArmed = true
  }

  /// Handles a change in a watched folder.
  private func heard(_ number: Int, _ name: String?, _ status: Int32) {
    guard places.indices.contains(number) else { return }
    let place = places[number]
    let bytes = name.map { Array($0.utf8) } ?? []
    // libuv reports the removal of a folder with the folder's own name. A change of a file with
    // that name is therefore reported as a change of the folder.
    if status < 0 || bytes == parted(place.folder).name { return rearm(number) }
    guard !bytes.isEmpty, !bytes.contains(UInt8(ascii: "/")),
      place.name == nil || place.name == bytes
    else { return }
    report(Array(place.folder.utf8), bytes)
  }

  /// Stops a watch whose folder was removed or replaced, and schedules the retry.
  private func rearm(_ number: Int) {
    uv_fs_event_stop(places[number].handle)
    places[number].isArmed = false
    retrying?.start(afterMilliseconds: 0, everyMilliseconds: watchRetryMilliseconds)
  }

  private func retry() {
    for number in places.indices where !places[number].isArmed {
      guard (try? arm(number)) != nil else { continue }
      report(Array(places[number].folder.utf8), places[number].name)
    }
    if places.allSatisfy(\.isArmed) { retrying?.stop() }
  }

  /// Records a change and schedules the report.
  private func report(_ folder: [UInt8], _ name: [UInt8]?) {
    guard changed.count < changedPathsMax else { return }
    let slash = UInt8(ascii: "/")
    let separator = folder.last == slash || name == nil ? [] : [slash]
    changed.insert(folder + separator + (name ?? []))
    if gathering?.isRunning == false {
      gathering?.start(afterMilliseconds: changeGatheringMilliseconds)
    }
  }

  private func notify() {
    let paths = changed.sorted { $0.lexicographicallyPrecedes($1) }
    changed = []
    onChange(paths.map { String(decoding: $0, as: UTF8.self) })
  }
}

private func parted(_ path: String) -> (folder: String, name: [UInt8]) {
  let slash = UInt8(ascii: "/")
  var bytes = Array(path.utf8)
  while bytes.count > 1, bytes.last == slash { bytes.removeLast() }
  guard let last = bytes.lastIndex(of: slash) else { return (".", bytes) }
  let folder = last == 0 ? bytes[...0] : bytes[..<last]
  return (String(decoding: folder, as: UTF8.self), Array(bytes[(last + 1)...]))
}

// Limits of file watching.

/// The maximum number of changed files in one report; the rest are dropped.
nonisolated let changedPathsMax = 1_000
/// The delay that collects changes into one report, since editors make several per save.
nonisolated let changeGatheringMilliseconds: UInt64 = 100
/// The interval at which a folder that disappeared is looked for.
nonisolated let watchRetryMilliseconds: UInt64 = 1_000
