import PlatformLinks

extension Option {
  static let aasa = Option(
    name: "aasa", value: "FILE", summary: "the website's apple-app-site-association")
  static let app = Option(
    name: "app", value: "ID", summary: "the app id in the association file, if it has several")
  static let host = Option(
    name: "host", value: "HOST",
    summary: "the website whose file it is, such as shop.example")
  static let entitlements = Option(
    name: "entitlements", value: "FILE", summary: "the iOS app's file of entitlements")
  static let infoPlist = Option(
    name: "info-plist", value: "FILE", summary: "the iOS app's Info.plist")
  static let manifest = Option(
    name: "manifest", value: "FILE", summary: "the app's AndroidManifest.xml")
  static let assetLinks = Option(
    name: "assetlinks", value: "FILE", summary: "the website's assetlinks.json")
  static let package = Option(
    name: "package", value: "NAME",
    summary: "the Android app's package, if the manifest does not name it")
  static let api = Option(
    name: "api", value: "N",
    summary: "the API level of Android; the newest known by default: \(AndroidLevel.newest)")

  static let fix = Option(
    name: "fix",
    summary: "print a patch of the files that removes findings and changes no other link")

  static let on = Option(
    name: "on", value: "PLATFORM", choices: Platform.allCases.map(\.rawValue),
    summary: "also show whether each link opens the app on ios or android")

  /// What `Arguments.claims` reads.
  static let platformFiles = [
    aasa, app, host, entitlements, infoPlist, manifest, assetLinks, package, fingerprint, api,
  ]
}
