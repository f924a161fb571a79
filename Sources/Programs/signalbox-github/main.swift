import FileAccess
import GitHubPlugin
import PluginHost
import URLSessionAccess

PluginHost.run(
  GitHub(client: URLSessionClient(), base: environment("GITHUB_API") ?? GitHub.usualBase))
