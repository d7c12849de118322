import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { vi } from 'vitest'
import type { Browser, Point, Scheme, Window } from './browser.ts'

// Drives WebKitGTK's MiniBrowser by WebDriver (https://www.w3.org/TR/webdriver2/) on a
// display of its own (Xvfb). A driver supports only one session, so each window has a
// driver of its own. Its sessions are always private, and its driver drops typed emoji.

const ANSWER_WITHIN = 60_000

const keyCodes: Record<string, string> = {
  Shift: '\uE008',
  Control: '\uE009',
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

/** Without it the toolbar keeps the window wider than a phone. */
const smallToolbar =
  '* { padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; font-size: 1px; -gtk-icon-transform: scale(0.1); }'

export async function startWebKit({ driver, browser, display }: Record<string, string>): Promise<Browser> {
  // Cache of GStreamer's registry, whose creation at the first start takes seconds.
  const cache = mkdtempSync(join(tmpdir(), 'plak-webkit-cache-'))
  const opened: (() => Promise<void>)[] = []
  const clear = async () => void (await Promise.all(opened.splice(0).map((close) => close())))
  return {
    async open({ scheme = 'light' } = {}) {
      // Two windows of one display would take the focus from each other.
      const screen = await startScreen(display!)
      opened.push(() => end(screen.process))
      const shared = { DISPLAY: screen.name, XDG_CACHE_HOME: cache }
      const session = await startSession(driver!, browser!, shared, scheme)
      opened.push(() => session.close())
      return windowOf(session.call)
    },
    clear,
    async close() {
      await clear()
      rmSync(cache, { recursive: true, force: true })
    },
  }
}

async function startScreen(program: string) {
  const args = ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp']
  const process = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = (await once(process.stdout, 'data')) as [Buffer]
  return { process, name: `:${number.toString().trim()}` }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(late)
}

type Call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function startSession(driver: string, browser: string, shared: Record<string, string>, scheme: Scheme) {
  const home = mkdtempSync(join(tmpdir(), 'plak-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), smallToolbar)
  // Makes the page prefer reduced motion, as in the other browsers: rendering animations costs processor time.
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const folders = ['HOME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']
  const env = {
    ...process.env,
    ...Object.fromEntries(folders.map((name) => [name, home])),
    ...shared,
    GDK_BACKEND: 'x11',
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
    TZ: 'Europe/Istanbul',
  }
  const port = await getPort()
  const program = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env })
  const call: Call = async (method, path, body = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(ANSWER_WITHIN),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  await vi.waitFor(() => call('GET', '/status'), { timeout: ANSWER_WITHIN, interval: 50 })
  const args = ['--automation', ...(scheme === 'dark' ? ['--dark-mode'] : [])]
  const options = { 'webkitgtk:browserOptions': { binary: browser, args } }
  const created = await call('POST', '/session', { capabilities: { alwaysMatch: options } })
  const session = `/session/${(created as { sessionId: string }).sessionId}`
  await call('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000, implicit: 0 })
  return {
    call: ((method, path, body) => call(method, session + path, body)) satisfies Call,
    async close() {
      // Ends the browser, too.
      await call('DELETE', session).catch(() => undefined)
      await end(program)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function windowOf(call: Call): Window {
  const noted: string[] = []

  const evaluate: Window['evaluate'] = async (script, ...args) => {
    const body = {
      script: `const [args, done] = arguments
        Promise.resolve().then(() => (${String(script)})(...args)).then(
          (value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }))`,
      args: [args],
    }
    const result = (await call('POST', '/execute/async', body)) as { value: never; error?: string }
    if (result.error !== undefined) throw new Error(result.error)
    return result.value
  }

  /** Records errors in the page, because the driver does not report the console; those before the load event are missed. */
  const watchErrors = () =>
    evaluate(() => {
      const errors: string[] = []
      Object.assign(window, { errorsOfTest: errors })
      const { error } = console
      const note = (...parts: unknown[]) => {
        errors.push(parts.map(String).join(' '))
        error.apply(console, parts)
      }
      Object.assign(console, { error: note })
      addEventListener('error', ({ message }) => errors.push(message))
      addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)))
    }).catch(() => undefined)

  const collectErrors = async () => {
    const script = () => (window as { errorsOfTest?: string[] }).errorsOfTest?.splice(0) ?? []
    noted.push(...(await evaluate(script).catch(() => [])))
  }

  const load = async (path: string, body?: object) => {
    await collectErrors()
    await call('POST', path, body).catch((error: Error) => {
      if (!/unknown error|timeout/.test(error.message)) throw error
    })
    await watchErrors()
  }

  const act = (type: 'key' | 'pointer', actions: object[]) =>
    call('POST', '/actions', { actions: [{ type, id: type, actions }] })

  const resize = async (width: number, height: number) => {
    const inner = () => evaluate(() => [innerWidth, innerHeight, outerWidth, outerHeight] as const)
    const [w, h, outerW, outerH] = await inner()
    await call('POST', '/window/rect', { width: width + outerW - w, height: height + outerH - h })
    await vi.waitFor(async () => {
      const [w, h] = await inner()
      if (w !== width || h !== height) throw new Error(`The window is ${w} × ${h}`)
    }, 10_000)
  }

  return {
    goto: (url) => load('/url', { url }),
    reload: () => load('/refresh'),
    evaluate,
    async press(keys) {
      const values = keys.map((key) => keyCodes[key] ?? key)
      const up = values.toReversed().map((value) => ({ type: 'keyUp', value }))
      await act('key', [...values.map((value) => ({ type: 'keyDown', value })), ...up])
    },
    async type(text) {
      const strokes = (value: string) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]
      await act('key', Array.from(text).flatMap(strokes))
    },
    async drag([first, ...others]) {
      const move = ({ x, y }: Point) => ({
        type: 'pointerMove',
        duration: 50,
        x: Math.round(x),
        y: Math.round(y),
      })
      const button = { button: 0 }
      await act('pointer', [
        move(first),
        { type: 'pointerDown', ...button },
        ...others.map(move),
        { type: 'pointerUp', ...button },
      ])
    },
    resize,
    async signIn(url, cookie) {
      // A cookie can only be set for the current page.
      await load('/url', { url: `${url}/licenses.txt` })
      await call('POST', '/cookie', { cookie: { ...cookie, path: '/', httpOnly: true, sameSite: 'Lax' } })
    },
    screenshot: async () => (await call('GET', '/screenshot')) as string,
    addAuthenticator: null,
    async errors() {
      await collectErrors()
      return noted
    },
  }
}
