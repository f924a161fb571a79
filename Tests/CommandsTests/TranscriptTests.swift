import Commands
import Testing

/// The exact response to every event.
@MainActor
struct TranscriptTests {
  @Test func movement() {
    expectTranscript(
      """
      > open /movies/42
      moved: push Movies on home, push Movie(id=42) on home
      > open cinema://movies/42
      already there
      > https://cinema.example/movies/42?ref=mail
      moved: pop to Movies on home, push Movie(id=42, ref=mail) on home
      > tap reviews
      moved: push Reviews(id=42) on home
      > back
      moved: pop to Movie(id=42, ref=mail) on home
      > pop Movies
      moved: pop to Movies on home
      > pop 7
      refused: cannot pop 7 screens: only 1 can be popped
      > root
      moved: pop to Home on home
      > back
      refused: nothing to pop: this is the first screen
      > dismiss
      refused: nothing to dismiss: no sheet, cover or flow is shown
      > open /film/7
      moved: redirect to /movies/7, push Movies on home, push Movie(id=7) on home
      > open /terms
      outside: /terms belongs in the browser
      > open /nowhere
      refused: no route matches '/nowhere': 'why /nowhere' lists the nearest ones
      > open movies
      refused: the link is malformed at byte 0: it starts with neither '/' nor a scheme; did you mean '/movies'?
      > tap /movies
      refused: Movie has no tap '/movies'; it has reviews, buy, close; 'open /movies' opens a link
      > open https://elsewhere.example/
      refused: 'https://elsewhere.example/' is not under any base of this app
      > tap buy
      moved: start checkout at Cart
      > tap pay
      moved: finish checkout with "all paid"
      """)
  }

  @Test func gates() {
    expectTranscript(
      """
      > open /library
      deferred by gate login: Login is presented, /library waits
      > open /extras
      deferred by gate login: Login is shown, /extras waits; dropped /library (superseded)
      > login alice
      satisfied login (alice); resumed /extras; deferred by gate premium: Subscribe is presented, \
      /extras waits
      > satisfy premium
      satisfied premium; resumed /extras
      > satisfy premium
      already so
      > logout
      closed login: close gate premium, prune Extras from home
      > logout
      already so
      > revoke vip
      refused: no gate is called 'vip'
      > tab library
      deferred by gate login: Login is presented, /library waits
      > wait 10m
      the clock is at 10m; dropped /library (expired)
      > cancel
      moved: dismiss Login
      > login "alice smith"
      satisfied login ("alice smith")
      """)
  }

  @Test func `a login resumes a link that unsaved work blocks`() {
    expectTranscript(
      """
      > open /movies/42/reviews
      moved: push Movie(id=42) on home, push Reviews(id=42) on home
      > dirty on
      unsaved work on this screen
      > open /extras
      blocked: Reviews has unsaved work; confirm or cancel
      > confirm
      deferred by gate login: Login is presented, /extras waits
      > login alice
      satisfied login (alice); resumed /extras; blocked: Reviews has unsaved work; confirm or cancel
      > cancel
      cancelled; dropped /extras (cancelled)
      > wait 0s
      error[command/usage]: 'wait' cannot be used this way. Write it as: wait DURATION.
      """)
  }

  @Test func `a login with another subject replaces the first`() {
    expectTranscript(
      """
      > login alice
      satisfied login (alice)
      > open /library
      moved: select library, set root Library on library
      > login bob
      satisfied login (bob): close gate login, prune Library from library, select home
      """)
  }

  @Test func unsavedWorkAndReady() {
    expectTranscript(
      """
      > cold
      not ready: links wait for 'ready'
      > open /movies/42/reviews
      queued: the link waits for 'ready'
      > back
      refused: not ready: only links, gates and time are accepted until 'ready'
      > ready
      ready: push Movie(id=42) on home, push Reviews(id=42) on home
      > dirty on
      unsaved work on this screen
      > back
      blocked: Reviews has unsaved work; confirm or cancel
      > cancel
      cancelled
      > back
      blocked: Reviews has unsaved work; confirm or cancel
      > confirm
      moved: pop to Movie(id=42) on home
      > confirm
      refused: nothing to confirm: no event is blocked by unsaved work
      > cold
      error[command/not-first]: 'cold' comes after a command that changed the session. Put it on \
      the first line of the script.
      """)
  }

  @Test func helping() {
    expectTranscript(
      """
      > back --help
      back: go back one screen
      Pops the visible stack. At its first screen, dismisses the sheet, cover or flow, or else \
      selects another tab, as the 'back' of the tabs says.
      Example: back
      > back -h
      back: go back one screen
      Pops the visible stack. At its first screen, dismisses the sheet, cover or flow, or else \
      selects another tab, as the 'back' of the tabs says.
      Example: back
      > help route/conflict
      route/conflict: two routes that match one link equally well
      See docs/check.md.
      > help route/conflikt
      error[command/unknown]: no command is called 'route/conflikt'. Did you mean 'route/conflict'?
      > ? exit
      quit: leave the prompt, or end the script
      'exit' and the end of the input (Ctrl-D) do the same.
      Example: quit
      """)
  }

  @Test(arguments: ["quit", "exit", "q", ":q"])
  func `the prompt is left with the words of other prompts`(word: String) {
    var interpreter = Prompt(definition: TestApp.definition)
    #expect(interpreter.run(word).isOver)
  }

  @Test func logging() {
    expectTranscript(
      """
      > log
      no events
      > open /movies/42
      moved: push Movies on home, push Movie(id=42) on home
      > log
      * 1  open /movies/42
             push Movies on home
             push Movie(id=42) on home
      > tap buy
      moved: start checkout at Cart
      > log 1
      * 2  tap buy
             start checkout at Cart
      > undo
      undid tap buy: event 1 of 2
      > log 1
      * 1  open /movies/42
             push Movies on home
             push Movie(id=42) on home
        2  tap buy (undone)
      """)
  }

  @Test func looking() {
    expectTranscript(
      """
      > show
      Home
      main/home · Home
      > open /movies/42
      moved: push Movies on home, push Movie(id=42) on home
      > show
      Movie 42
      main/home · Movie(id=42)

        reviews  /movies/42/reviews
        buy      /checkout
        close    back
      > stack
      home: Home > Movies > Movie(id=42)
      > taps
      reviews  /movies/42/reviews
      buy      /checkout
      close    back
      > tree
      * main  tabs
        * home  Home > Movies > Movie(id=42)
          library  not entered
      > gates
      login    closed  challenge /login
      premium  closed  challenge /subscribe, requires login
      > deferred
      no link waits
      > routes movies
      /film/:id            → /movies/:id  -     push
      /movies              Movies         home  push
      /movies/:id          Movie          home  push
      /movies/:id/reviews  Reviews        home  push
      > open /extras
      deferred by gate login: Login is presented, /extras waits
      > deferred
      login: /extras (10m left)
      > tree
      * main  tabs
        * home  Home > Movies > Movie(id=42)
          library  not entered
      sheet of home  Login
      """)
  }

  @Test func links() {
    expectTranscript(
      """
      > why /film/42
      /film/42: Movie(id=42) by /movies/:id, push on home, 1 redirect
      redirected to /movies/42
      now: moved: redirect to /movies/42, push Movies on home, push Movie(id=42) on home
      > why cinema://extras
      cinema://extras: Extras by /extras, push on home, gates login, premium
      gate login is closed
      gate premium is closed
      now: deferred by gate login: Login is presented, cinema://extras waits
      > why /movies/x
      /movies/x: not-found: no route matches
      /movies: the link continues with segment 2, 'x'
      /movies/:id: 'x' does not fit the type int of 'id'
      /movies/:id/reviews: 'x' does not fit the type int of 'id'
      > why /movis/42
      /movis/42: not-found: no route matches
      /movies/:id: segment 1 is 'movis', not 'movies'
      /movies: segment 1 is 'movis', not 'movies'
      /movies/:id/reviews: segment 1 is 'movis', not 'movies'
      > why /nowhere
      /nowhere: not-found: no route matches
      no route is similar; 'routes' lists all of them
      > why https://elsewhere.example/movies
      https://elsewhere.example/movies: foreign: 'https://elsewhere.example/movies' is not under any base of this app
      the app's bases: cinema:// https://cinema.example
      > link movie id=42 ref=a&b
      /movies/42?ref=a%26b
      cinema://movies/42?ref=a%26b
      https://cinema.example/movies/42?ref=a%26b
      > link movie
      error[link/build]: '/movies/:id' needs a value for 'id'. Add 'id=…'.
      > link mov id=1
      error[name/unknown]: no route is called 'mov'.
      """)
  }

  @Test func time() {
    expectTranscript(
      """
      > undo
      error[session/history]: nothing to undo: this is the beginning of the session.
      > open /movies
      moved: push Movies on home
      > wait 5s
      the clock is at 5s
      > undo
      undid wait 5s: event 1 of 2
      > undo
      undid open /movies: event 0 of 2
      > undo
      error[session/history]: nothing to undo: this is the beginning of the session.
      > redo
      redid open /movies: event 1 of 2
      > goto 2
      went: event 2 of 2
      > goto 3
      error[session/history]: cannot go to 3: the session has 2 events. Give a number from 0 to 2.
      > redo
      error[session/history]: nothing to redo: no event was undone, or another came after it.
      > reload
      reloaded 12 routes
      > undo
      error[session/history]: nothing to undo before event 2: events before the reload of the \
      routes cannot be undone.
      """)
  }

  @Test func boxes() {
    expectTranscript(
      """
      > open /movies/42
      moved: push Movies on home, push Movie(id=42) on home
      > show
      ┌─ Movie 42 ────────────────────┐
      │ main/home · Movie(id=42)      │
      │                               │
      │   reviews  /movies/42/reviews │
      │   buy      /checkout          │
      │   close    back               │
      └───────────────────────────────┘
      """, columns: 80)
    expectTranscript(
      """
      > open "/search/a very long term of search"
      refused: the link is
        malformed at byte 9: a space
      > open /search/a%20very%20long%20term%20of%20search
      moved: push Search(term="a
        very long term of search")
        on home
      > show
      ┌─ Search ───────────────────┐
      │ main/home · Search(term="… │
      │                            │
      │   first  /movies/1         │
      └────────────────────────────┘
      """, columns: 30)
  }

  @Test func mistakes() {
    expectTranscript(
      """
      > opne /movies
      error[command/unknown]: no command is called 'opne'. Did you mean 'open'?
      > open
      error[command/usage]: 'open' has wrong arguments. Write it as: open LINK [from NAME] [signed]. Example: open /movies/42.
      > open "a
      error[command/usage]: a quoted text in 'open "a' has no end or an unknown escape. \
      Close it with '"', and use only the escapes \\" \\\\ \\n \\t \\u{hex}.
      > \u{1B}[31m
      error[command/unknown]: no command is called '\\u{1b}[31m'. Run 'help' to list all commands.
      > goto x
      error[command/usage]: 'goto x' has wrong arguments. Write it as: goto N. Example: goto 0.
      > log -1
      error[command/usage]: 'log -1' has wrong arguments. Write it as: log [N]. Example: log 5.
      > quit now
      error[command/usage]: 'quit now' has wrong arguments. Write it as: quit.
      > expect
      error[command/usage]: 'expect' has wrong arguments. Write it as: expect KIND …; 'help \
      expect' lists the kinds.
      > expect wood
      error[name/unknown]: no expectation is called 'wood'.
      > expect screen Moovie
      error[name/unknown]: no screen is called 'Moovie'. Did you mean 'Movie'?
      > expect outcome moved
      error[expect/failed]: expected outcome moved, found no event.
      > expect outcome refused(nonsense)
      error[name/unknown]: no reason for a refusal is called 'nonsense'.
      > expect outcome moved(x)
      error[command/usage]: 'expect outcome moved(x)' has wrong arguments. Write it as: expect outcome KIND, \
      such as moved, deferred(login) or refused(not-found).
      > expect gate login ajar
      error[command/usage]: 'expect gate login ajar' has wrong arguments. Write it as: expect gate NAME \
      open|closed.
      > expect tab checkout
      error[name/unknown]: no tab is called 'checkout'.
      > expect stack
      error[command/usage]: 'expect stack' has wrong arguments. Write it as: expect stack \
      [COORDINATOR:] A > B(id=42) > C.
      > expect stack home: A B
      error[command/usage]: 'expect stack home: A B' has wrong arguments. Write it as: expect stack \
      [COORDINATOR:] A > B(id=42) > C.
      > expect stack nowhere: Home
      error[name/unknown]: no coordinator is called 'nowhere'.
      > # a comment
      > help codes now
      error[command/usage]: 'help codes now' has wrong arguments. Write it as: help [COMMAND]. Example: help open.
      > help opne
      error[command/unknown]: no command is called 'opne'. Did you mean 'open'?
      """)
  }
}
