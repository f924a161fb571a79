import FileAccess
import GitHubPlugin
import HTTPAccess
import PluginHost

PluginHost.run(
  GitHub(client: CurlClient(), base: environment("GITHUB_API") ?? GitHub.usualBase))
