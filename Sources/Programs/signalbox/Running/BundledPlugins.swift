import AccountPlugin
import CinemaPlugin
import GreetingPlugin
import Screens

/// The Swift plugins of this program: those that a route file names with `swift: true` are part of
/// the app.
@MainActor let bundledPlugins = PluginSet([Account(), Cinema(), Greeting()])
