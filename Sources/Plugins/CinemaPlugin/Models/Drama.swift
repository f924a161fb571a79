/// A TV drama, in seasons of episodes.
struct Drama: Hashable, Sendable {
  let id: Int
  let name: String
  let season: Int
  let episodesSeen: Int
  let episodes: Int

  static let sample = Drama(id: 3, name: "Branch Line", season: 2, episodesSeen: 6, episodes: 8)
}
