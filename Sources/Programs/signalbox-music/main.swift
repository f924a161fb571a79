import FileAccess
import MusicPlugin
import PluginHost
import URLSessionAccess

PluginHost.run(
  Music(client: URLSessionClient(), base: environment("MUSIC_API") ?? Music.usualBase))
