import FileAccess

/// The environment of plugins: an allow-list, so that secrets of this process's environment, and
/// variables that change how programs are loaded, do not reach them (docs/plugins.md).
nonisolated enum PluginEnvironment {
  /// The variables that every plugin gets, if they are set.
  static let allowed =
    [
      "PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TZ", "LANG", "LANGUAGE",
      "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
      "SSL_CERT_FILE", "SSL_CERT_DIR", "NO_COLOR",
    ] + proxies + proxies.map { $0.uppercased() }
    + [
      "ALL", "ADDRESS", "COLLATE", "CTYPE", "IDENTIFICATION", "MEASUREMENT", "MESSAGES", "MONETARY",
      "NAME", "NUMERIC", "PAPER", "TELEPHONE", "TIME",
    ].map { "LC_" + $0 }

  private static let proxies = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]

  /// The allowed variables and the named ones that are set, as `NAME=VALUE`.
  static func variables(named names: [String]) -> [String] {
    let extra = names.filter { !allowed.contains($0) }
    return (allowed + extra).compactMap { name in environment(name).map { "\(name)=\($0)" } }
  }
}
