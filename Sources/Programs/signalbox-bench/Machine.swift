import CLibrary
import CSystem
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

  /// The resident memory of this process; `nil` if the system does not report it.
  static var residentBytes: Int? { residentBytes(of: 0) }

  /// The resident memory of one of the user's processes; `nil` if the system does not report it.
  static func residentBytes(of process: pid_t) -> Int? {
    let bytes = csystem_resident_bytes(process)
    return bytes > 0 ? Int(bytes) : nil
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
