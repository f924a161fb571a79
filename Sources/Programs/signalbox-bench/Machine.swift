import CLibrary
import CSystem
import Diagnostics
import FileAccess

/// The machine that figures were measured on.
enum Machine {
  /// One line: cores, processor, system; such as `2 cores, Intel Xeon, Linux 6.1.0 x86_64`.
  static var text: String {
    var name = utsname()
    uname(&name)
    let cores = processorCount
    let system = [fieldText(name.sysname), fieldText(name.release), fieldText(name.machine)]
    return "\(cores) \(cores == 1 ? "core" : "cores"), \(processor), "
      + system.joined(separator: " ")
  }

  /// The resident memory of one of the user's processes, by default of this one.
  /// - Throws: `memoryUnknown` if the system does not report it.
  static func residentBytes(of process: pid_t = 0) throws(Diagnostic) -> Int {
    let bytes = csystem_resident_bytes(process)
    guard bytes > 0 else { throw .memoryUnknown }
    return Int(bytes)
  }

  private static var processor: String {
    #if os(Linux)
      let bytes = (try? readFile("/proc/cpuinfo", bytesMax: cpuBytesMax)) ?? []
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard parts.count == 2, parts[0].starts(with: "model name".utf8) else { continue }
        return String(decoding: parts[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
      }
    #else
      var size = 256
      var text = [UInt8](repeating: 0, count: size)
      if sysctlbyname("machdep.cpu.brand_string", &text, &size, nil, 0) == 0 {
        return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
      }
    #endif
    return "unknown processor"
  }

  /// The text in a field of `utsname`, which Swift sees as a tuple of characters.
  private static func fieldText<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Enough for the description of many cores.
private let cpuBytesMax = 8_388_608

/// The processors that the two sides of a benchmark run on.
struct Placement {
  let name: String
  /// The processors of a side; `nil` leaves the choice to the system.
  let here: ProcessorSet?
  let there: ProcessorSet?

  /// The system chooses.
  static var free: Placement { Placement(name: "free", here: nil, there: nil) }

  /// The placements that this machine allows, those with fewer processors first.
  static var possible: [Placement] {
    guard let first = ProcessorSet.allowed?.only(0) else { return [free] }
    let one = Placement(name: "one", here: first, there: first)
    guard let second = ProcessorSet.allowed?.only(1) else { return [free, one] }
    return [free, one, Placement(name: "two", here: first, there: second)]
  }

  /// Each side on its own processor; both on one if there is only one; as the system chooses if
  /// processors cannot be assigned.
  static var apart: Placement { possible.last ?? free }

  /// Runs `body` on the processors of one side.
  @MainActor func on<Value, Failure>(
    _ side: KeyPath<Placement, ProcessorSet?>, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = ProcessorSet.allowed
    self[keyPath: side]?.take()
    defer { before?.take() }
    return try body()
  }
}

/// A set of processors that a thread, and the programs it starts, can run on.
///
/// Not all systems support this; macOS does not.
struct ProcessorSet {
  private var set = csystem_processors()

  /// The processors allowed for this thread; `nil` if the system does not report them.
  static var allowed: ProcessorSet? {
    var found = ProcessorSet()
    return csystem_get_processors(&found.set) == 0 ? found : nil
  }

  /// The set with only the processor at an index, from 0; `nil` if there are fewer.
  func only(_ index: Int) -> ProcessorSet? {
    var one = self
    return csystem_only_processor(&one.set, Int32(clamping: index)) ? one : nil
  }

  /// Restricts this thread to these processors.
  func take() {
    var set = set
    precondition(csystem_set_processors(&set) == 0, "allowed processors are refused")
  }
}
