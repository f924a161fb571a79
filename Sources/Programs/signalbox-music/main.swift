import FileAccess
import HTTPAccess
import MusicPlugin
import PluginHost

PluginHost.run(
  Music(client: CurlClient(), base: environment("MUSIC_API") ?? Music.usualBase))
