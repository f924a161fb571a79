import FileAccess
import HTTPAccess
import MusicPlugin
import PluginHost

PluginHost.run(
  Music(client: URLSessionClient(), base: environment("MUSIC_API") ?? Music.usualBase))
