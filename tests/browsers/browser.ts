// The interface of a browser for the journeys. puppet.ts drives Chromium and Firefox, webkit.ts drives WebKitGTK: no maintained
// library supports all three, because Debian has no geckodriver and WebKitGTK only supports WebDriver.

export type Point = { x: number; y: number }
export type Scheme = 'light' | 'dark'

/** A window with a profile of its own. */
export type Window = {
  /** Resolves when the page is loaded, or when the server cannot be reached. */
  goto: (url: string) => Promise<void>
  reload: () => Promise<void>
  /** Runs a function in the page. It must not use variables from outside. */
  evaluate: <Args extends unknown[], Result>(
    script: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>
  /** Presses keys together and releases the last one first: `['Shift', 'Tab']`. Names as in `KeyboardEvent.key`. */
  press: (keys: string[]) => Promise<void>
  /** Types into the focused element. */
  type: (text: string) => Promise<void>
  /** Presses the pointer at the first point, moves it through the others, and releases it at the last. */
  drag: (points: [Point, ...Point[]]) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  signIn: (url: string, session: Cookie) => Promise<void>
  /** PNG in base64 */
  screenshot: () => Promise<string>
  /** Adds a device that stores passkeys; null if the driver has none. */
  addAuthenticator: (() => Promise<void>) | null
  /** Returns the console errors and uncaught exceptions since the window was opened. */
  errors: () => Promise<string[]>
}

type Cookie = { name: string; value: string }

export type Browser = {
  open: (options?: { scheme?: Scheme; isPrivate?: boolean }) => Promise<Window>
  clear: () => Promise<void>
  close: () => Promise<void>
}
