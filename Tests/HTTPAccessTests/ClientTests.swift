import HTTPAccess
import HTTPTestSupport
import JSONCodec
import TestSupport
import Testing

/// The client against a real server on the loopback address. No network is needed.
@Suite(.serialized)  // They count the transfers at one server.
struct ClientTests {
  private static let started = Result { try LocalServer() }
  private let server: LocalServer

  init() throws {
    server = try Self.started.get()
  }

  /// How a GET ends, and how long it takes.
  private func get(
    _ path: String, timeOutMilliseconds: Int64 = hangMilliseconds
  ) async -> (result: Result<[UInt8], HTTPError>, time: Duration) {
    let client = CurlClient(timeOutMilliseconds: timeOutMilliseconds)
    let start = ContinuousClock.now
    do throws(HTTPError) {
      let bytes = try await client.get(server.address + path)
      return (.success(bytes), ContinuousClock.now - start)
    } catch {
      return (.failure(error), ContinuousClock.now - start)
    }
  }

  /// Waits until a number of transfers are in progress at the server.
  private func transfers(become count: Int) async throws -> Bool {
    let client = CurlClient(timeOutMilliseconds: hangMilliseconds)
    let end = ContinuousClock.now + .seconds(hangSeconds)
    while ContinuousClock.now < end {
      let answer = try? await client.get(server.address + "/count")
      if answer == Array("\(count)".utf8) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  @Test(arguments: ["/", "/moved/"])
  func `a response arrives complete, redirected or not`(path: String) async throws {
    let bytes = try await get(path).result.get()
    #expect(String(decoding: bytes, as: UTF8.self).contains("https://api.github.com/user"))
  }

  @Test(arguments: [("/404/", 404), ("/500/", 500), ("/nowhere", 404)])
  func `another status is an error`(path: String, status: Int) async {
    let error = HTTPError.badStatus(address: server.address + path, status: status)
    #expect(await get(path).result == .failure(error))
  }

  @Test(arguments: ["/slow/", "/trickle/"])
  func `a response that does not start or does not end times out`(path: String) async throws {
    let (result, time) = await get(path, timeOutMilliseconds: 300)
    let address = server.address + path
    #expect(result == .failure(.timedOut(address: address, milliseconds: 300)))
    #expect(time >= .milliseconds(298))  // libcurl counts whole milliseconds.
    #expect(try await transfers(become: 0))
  }

  @Test func `a response over the limit is an error and ends the transfer`() async throws {
    let address = server.address + "/flood/"
    #expect(
      await get("/flood/").result
        == .failure(.tooLarge(address: address, bytesMax: CurlClient.answerBytesMax)))
    #expect(try await transfers(become: 0))
  }

  @Test func `requests name the program and the formats that it reads`() async throws {
    let headers = try JSON(parsing: await get("/headers/").result.get())
    #expect(headers["User-Agent"]?.stringValue == "signalbox")
    #expect(headers["Accept"]?.stringValue == "application/json, */*;q=0.1")
    #expect(headers["Cookie"] == nil)
  }

  @Test func `a certificate that nobody trusts is an error`() async {
    let result = await get("/secure/").result
    guard case .failure(.unreachable(server.address + "/secure/", let reason)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(reason.contains("certificate"))
  }

  @Test func `more transfers than the limit are refused at once`() async throws {
    let address = server.address + "/slow/"
    let client = CurlClient(timeOutMilliseconds: hangMilliseconds)
    let results = await withTaskGroup { group in
      for _ in 0...CurlClient.transfersMax {
        group.addTask {
          do throws(HTTPError) {
            return Result<[UInt8], HTTPError>.success(try await client.get(address))
          } catch {
            return .failure(error)
          }
        }
      }
      var results = [await group.next()]
      group.cancelAll()
      for await result in group { results.append(result) }
      return results
    }
    let refusal = HTTPError.unreachable(address: address, reason: "256 requests are in progress")
    let cancellation = HTTPError.cancelled(address: address)
    #expect(results.first == .failure(refusal))
    // The thread may not have released the last transfer of the test before.
    let others = results.filter { $0 != .failure(refusal) }
    #expect((250...CurlClient.transfersMax).contains(others.count))
    #expect(others.allSatisfy { $0 == .failure(cancellation) })
    #expect(try await transfers(become: 0))
  }

  @Test(arguments: ["/broken/", "/around/", "/local/"])
  func `a broken response, an endless redirection and one to a file are errors`(
    path: String
  ) async {
    let result = await get(path, timeOutMilliseconds: 3_000).result
    guard case .failure(.unreachable(server.address + path, _)) = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a closed port is reported`() async throws {
    let address = try LocalServer.closedAddress()
    let error = await #expect(throws: HTTPError.self) {
      try await CurlClient().get(address)
    }
    guard case .unreachable(address, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func `cancelling ends the transfer`() async throws {
    let client = CurlClient(timeOutMilliseconds: hangMilliseconds)
    let address = server.address + "/slow/"
    let transfer = Task { try await client.get(address) }
    #expect(try await transfers(become: 1))
    transfer.cancel()
    let error = await #expect(throws: HTTPError.self) { try await transfer.value }
    #expect(error == .cancelled(address: address))
    #expect(try await transfers(become: 0))
  }

  @Test func `a transfer that is cancelled before it starts is an error`() async throws {
    let client = CurlClient()
    let address = server.address + "/slow/"
    let transfer = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.get(address)
    }
    transfer.cancel()
    let error = await #expect(throws: HTTPError.self) { try await transfer.value }
    #expect(error == .cancelled(address: address))
  }

  @Test func `an address with a NUL is refused whole`() async {
    let address = server.address + "\0/"
    #expect(await get("\0/").result == .failure(.badAddress(address)))
  }

  @Test(arguments: [
    "", "file:///etc/passwd", "ftp://host/", "http:", "http://", "h t t p", "/",
  ])
  func `an address that is not http or https is refused`(address: String) async {
    await #expect(throws: HTTPError.badAddress(address)) {
      try await CurlClient().get(address)
    }
  }
}

private let hangMilliseconds = Int64(hangSeconds) * 1_000
