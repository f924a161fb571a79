import FileAccess
import GitHubPlugin
import HTTPAccess
import PluginHost

PluginHost.run(
  GitHub(client: URLSessionClient(), base: environment("GITHUB_API") ?? GitHub.usualBase))
