import PluginHost

PluginHost.run(ProbePlugin())
