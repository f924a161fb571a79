// The C library, whose module name depends on the platform, and names whose types depend on it.
#if canImport(Glibc)
  @_exported public import Glibc

  /// The type of stream sockets, for `socket`.
  @inlinable public var streamSocketType: Int32 { Int32(SOCK_STREAM.rawValue) }
  /// The type of datagram sockets, for `socket`.
  @inlinable public var datagramSocketType: Int32 { Int32(SOCK_DGRAM.rawValue) }
  /// The flag for `send` to a closed socket without a signal; 0 where it does not exist.
  @inlinable public var noSignalFlag: Int32 { Int32(MSG_NOSIGNAL) }
  /// The limit on open descriptors, for `setrlimit`.
  @inlinable public var descriptorsLimit: __rlimit_resource_t { .init(RLIMIT_NOFILE.rawValue) }
  /// The limit on the size of files, for `setrlimit`.
  @inlinable public var fileSizeLimit: __rlimit_resource_t { .init(RLIMIT_FSIZE.rawValue) }
  /// The flags to open a folder only for what is in it, with the permission to search it.
  @inlinable public var folderSearchFlags: Int32 { __O_PATH | O_DIRECTORY }
#else
  @_exported public import Darwin

  /// The type of stream sockets, for `socket`.
  @inlinable public var streamSocketType: Int32 { SOCK_STREAM }
  /// The type of datagram sockets, for `socket`.
  @inlinable public var datagramSocketType: Int32 { SOCK_DGRAM }
  /// The flag for `send` to a closed socket without a signal; 0 where it does not exist.
  @inlinable public var noSignalFlag: Int32 { 0 }
  /// The limit on open descriptors, for `setrlimit`.
  @inlinable public var descriptorsLimit: Int32 { RLIMIT_NOFILE }
  /// The limit on the size of files, for `setrlimit`.
  @inlinable public var fileSizeLimit: Int32 { RLIMIT_FSIZE }
  /// The flags to open a folder only for what is in it, with the permission to search it.
  @inlinable public var folderSearchFlags: Int32 { O_SEARCH }
#endif
