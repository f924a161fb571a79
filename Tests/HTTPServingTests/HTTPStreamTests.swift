import EventLoops
import TestSupport
import Testing

@testable import HTTPServing

/// What a stream holds for a client that reads slowly or not at all.
@MainActor struct HTTPStreamTests {
  // The reader keeps up with the writer, and always lags by the same bytes.
  @Test func `a stream that is never sent completely keeps no bytes that were sent`() throws {
    let stream = HTTPStream(wake: {})
    let connection = try #require(OpaquePointer(bitPattern: 1))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
    defer { buffer.deallocate() }
    let lag = 40
    var most = 0
    for number in 0..<2_000 {
      stream.send(repeatElement(UInt8(truncatingIfNeeded: number), count: 1_000))
      guard number >= lag else { continue }
      #expect(stream.read(into: buffer, of: connection) == 1_000)
      #expect(buffer.allSatisfy { $0 == UInt8(truncatingIfNeeded: number - lag) })
      #expect(stream.waitingBytes == lag * 1_000)
      most = max(most, stream.keptBytes)
    }
    #expect(most <= 2 * (lag + 1) * 1_000)
  }

  @Test func `the system keeps little for a client that does not read`() throws {
    let server = try TestServer()
    var streams: [HTTPStream] = []
    server.answers = { exchange in
      streams.append(exchange.stream(HTTPResponse(status: 200)))
      return nil
    }
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(server.waits { streams.count == 1 })
    let count = 8 << 20
    streams[0].send(repeatElement(0, count: count))
    var last = count + 1
    #expect(
      server.waits {
        defer { last = streams[0].waitingBytes }
        return streams[0].waitingBytes == last
      })
    let taken = count - streams[0].waitingBytes
    #expect(taken > 0)
    #expect(taken < 1 << 20)
  }

  @Test func `a client of HTTP 1,0 gets a stream without chunks`() throws {
    let server = try TestServer()
    server.answers = { exchange in
      let stream = exchange.stream(HTTPResponse(status: 200))
      stream.send(repeatElement(UInt8(ascii: "x"), count: 5_000))
      stream.send("end".utf8)
      stream.end()
      return nil
    }
    let client = try server.client()
    client.send("GET / HTTP/1.0\r\nHost: x\r\n\r\n")
    try client.read(until: "\r\n\r\n")
    #expect(try client.read(until: "end") == String(repeating: "x", count: 5_000) + "end")
    #expect(client.isClosed())
  }
}
