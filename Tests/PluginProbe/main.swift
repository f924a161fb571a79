import PluginHost

if CommandLine.arguments.dropFirst().first == "notes" {
  PluginHost.run(Notes())
} else {
  PluginHost.run(ProbePlugin())
}
