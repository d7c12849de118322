// What the journeys need of a browser. puppet.ts drives Chromium and Firefox, webkit.ts WebKitGTK: no maintained library speaks to
// all three, because Debian has no geckodriver and WebKitGTK speaks WebDriver only.

export type Point = { x: number; y: number }
export type Scheme = 'light' | 'dark'

/** A window with a profile of its own. */
export type Window = {
  /** Resolves when the page is loaded; also when the server cannot be reached. */
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Runs a function in the page. It must not use anything from outside of itself. */
  evaluate: <Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>
  /** Presses keys at once, the last one is released first: `['Shift', 'Tab']`. Names as in `KeyboardEvent.key`. */
  press: (keys: string[]) => Promise<void>
  /** Types where the focus is. */
  type: (text: string) => Promise<void>
  /** Presses the pointer at the first point, moves it through the others, and releases it at the last. */
  drag: (points: [Point, ...Point[]]) => Promise<void>
  /** Sets the inner size. */
  resize: (width: number, height: number) => Promise<void>
  signIn: (url: string, session: Cookie) => Promise<void>
  /** PNG in base64 */
  screenshot: () => Promise<string>
  /** Adds a device that stores passkeys; null if the driver has none. */
  addAuthenticator: (() => Promise<void>) | null
  /** Errors of the console and uncaught exceptions since the window was opened. */
  errors: () => Promise<string[]>
}

type Cookie = { name: string; value: string }

export type Browser = {
  open: (options?: { scheme?: Scheme; isPrivate?: boolean }) => Promise<Window>
  /** Closes all windows. */
  clear: () => Promise<void>
  close: () => Promise<void>
}
