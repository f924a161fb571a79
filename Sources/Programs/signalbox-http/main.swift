// signalbox-http is every program that uses libcurl, so that the Swift libraries are linked once
// and no start of 'signalbox' waits for libcurl's:
//
//   signalbox-http music     the plugin of Routes/music.yaml
//   signalbox-http github    the plugin of Routes/github.yaml
//   signalbox-http fetch BYTES_MAX ADDRESS [PLACE [AUTHORITIES]]
//                            fetches one address for 'signalbox hosted'

import CLibrary
import FileAccess
import GitHubPlugin
import HTTPAccess
import MusicPlugin
import PluginHost

switch CommandLine.arguments.dropFirst().first {
case "music":
  PluginHost.run(Music(client: CurlClient(), base: environment("MUSIC_API") ?? Music.usualBase))
case "github":
  PluginHost.run(GitHub(client: CurlClient(), base: environment("GITHUB_API") ?? GitHub.usualBase))
case "fetch":
  exit(fetch(Array(CommandLine.arguments.dropFirst(2))))
default:
  let usage = "usage: signalbox-http music | github | fetch BYTES_MAX ADDRESS [PLACE [AUTHORITIES]]"
  try? OutputWriter(descriptor: STDERR_FILENO, bufferBytesMax: 0).write(usage + "\n")
  exit(2)
}
