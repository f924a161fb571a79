/// A parser of the Prometheus text format, strict enough to reject what a collector would reject.
struct Exposition {
  struct Fault: Error {
    let line: String
    let reason: String
  }

  struct Sample: Hashable {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  private(set) var kinds: [String: String] = [:]
  private(set) var helps: [String: String] = [:]
  private(set) var samples: [Sample] = []

  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else {
      throw Fault(line: "", reason: "no UTF-8, or no line end at the end")
    }
    var family = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      if line.hasPrefix("# HELP "), words.count == 4 {
        family = String(words[2])
        guard helps[family] == nil else { throw Fault(line: String(line), reason: "twice") }
        helps[family] = String(words[3])
      } else if line.hasPrefix("# TYPE "), words.count == 4 {
        guard words[2] == family, ["counter", "gauge", "histogram"].contains(words[3]),
          kinds.updateValue(String(words[3]), forKey: family) == nil
        else { throw Fault(line: String(line), reason: "bad type") }
      } else {
        let sample = try Self.sample(line)
        let own = kinds[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard own.contains(where: { sample.name == family + $0 }) else {
          throw Fault(line: String(line), reason: "not of the family \(family)")
        }
        let isTwice = samples.contains { $0.name == sample.name && $0.labels == sample.labels }
        guard !isTwice else { throw Fault(line: String(line), reason: "twice") }
        samples.append(sample)
      }
    }
  }

  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func sample(_ line: Substring) throws -> Sample {
    var rest = line.unicodeScalars[...]
    func fault(_ reason: String) -> Fault { Fault(line: String(line), reason: reason) }
    func name() throws -> String {
      let found = rest.prefix {
        $0 == "_" || $0.isASCII && ($0.properties.isAlphabetic) || isDigit($0)
      }
      guard let first = found.first, !isDigit(first) else { throw fault("bad name") }
      rest.removeFirst(found.count)
      return String(found)
    }
    let sampleName = try name()
    var labels: [String: String] = [:]
    if rest.first == "{" {
      repeat {
        rest.removeFirst()
        let key = try name()
        guard rest.starts(with: "=\"".unicodeScalars) else { throw fault("no value") }
        rest.removeFirst(2)
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst(), scalar != "\"" {
          guard scalar == "\\" else {
            value.append(scalar)
            continue
          }
          switch rest.popFirst() {
          case "n": value.append("\n")
          case "\\": value.append("\\")
          case "\"": value.append("\"")
          default: throw fault("bad escape")
          }
        }
        guard labels.updateValue(String(value), forKey: key) == nil else { throw fault("twice") }
      } while rest.first == ","
      guard rest.popFirst() == "}" else { throw fault("no end of the labels") }
    }
    guard rest.popFirst() == " " else { throw fault("no space") }
    let text = String(rest)
    guard let value = text == "+Inf" ? .infinity : text == "-Inf" ? -.infinity : Double(text) else {
      throw fault("not a number")
    }
    return Sample(name: sampleName, labels: labels, value: value)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
