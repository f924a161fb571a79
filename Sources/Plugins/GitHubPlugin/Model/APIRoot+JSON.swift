import HTTPAccess
import JSONCodec

extension APIRoot {
  /// Reads an answer; members that are not strings are ignored.
  /// - Parameter address: The address that errors name.
  init(_ answer: JSON, from address: String) throws(HTTPError) {
    guard let members = answer.objectValue else {
      throw .unreadable(address: address, reason: "it is not an object")
    }
    guard let user = answer["current_user_url"]?.stringValue else {
      throw .unreadable(address: address, reason: "'current_user_url' is not a string")
    }
    currentUserURL = user
    endpoints = members.compactMap { member in
      member.value.stringValue.map { Endpoint(name: member.key, address: $0) }
    }
  }
}
