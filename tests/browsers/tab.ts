import { expect } from 'vitest'
import type { Window } from './browser.ts'
import { look, type Query, type Seen } from './look.ts'

/** A window with the actions and checks of a user. All waits end when the condition holds, or time out (vitest.config.ts). */
export type Tab = Window & {
  /** Opens a path of the product, and waits until its scripts run. */
  go: (path: string) => Promise<void>
  /** Returns the visible elements of a role; a string is the whole accessible name. */
  all: (role: string, name?: string | RegExp, options?: Within) => Promise<Seen[]>
  /** Waits for the first such element. */
  see: (role: string, name?: string | RegExp, options?: Within) => Promise<Seen>
  seesNo: (role: string, name?: string | RegExp, options?: Within) => Promise<void>
  /** Waits until it can be pressed and no longer moves. */
  click: (role: string, name?: string | RegExp, options?: Within) => Promise<void>
  /** Waits until an element can be pressed and no longer moves; returns its box. */
  settled: (role: string, name?: string | RegExp, options?: Within) => Promise<Seen['box']>
  /** Focuses an element by script. */
  focus: (role: string, name: string, options?: Within) => Promise<void>
  /** Replaces the text of a field by typing. */
  fill: (role: string, name: string, text: string, options?: Within) => Promise<void>
  /** Presses keys one after the other; 'Shift+Tab' together. */
  keys: (...keys: string[]) => Promise<void>
  says: (text: string | RegExp) => Promise<void>
  saysNot: (text: string | RegExp) => Promise<void>
  isAt: (path: string | RegExp) => Promise<void>
  hasFocus: (role: string, name?: string | RegExp) => Promise<void>
}

type Within = { within?: string }

/** Adds a user's actions to a window; `url` is the product's. */
export function tabOf(window: Window, url: string): Tab {
  const query = (role: string, name?: string | RegExp, { within }: Within = {}): Query => ({
    role,
    name: name instanceof RegExp ? name.source : (name ?? null),
    isPattern: name instanceof RegExp,
    within: within ?? null,
  })

  const all: Tab['all'] = (...asked) => window.evaluate(look, query(...asked))

  /** Describes an element for the message of a failed wait. */
  const called = (role: string, name: string | RegExp = '', { within = 'page' }: Within = {}) =>
    `${role} ${String(name)} in the ${within}`

  const see: Tab['see'] = async (...asked) => {
    await expect
      .poll(async () => (await all(...asked)).length, { message: called(...asked) })
      .toBeGreaterThan(0)
    return (await all(...asked))[0]!
  }

  /** Returns the box of an element once it is the same twice. */
  const settled = async (...asked: Parameters<Tab['see']>) => {
    let previous = ''
    let box: Seen['box']
    await expect
      .poll(
        async () => {
          const [seen] = await all(...asked)
          if (!seen?.canBePressed) return seen ? 'covered' : 'not there'
          box = seen.box
          const isStill = previous === JSON.stringify(box)
          previous = JSON.stringify(box)
          return isStill ? 'ready' : 'moving'
        },
        { message: called(...asked) },
      )
      .toBe('ready')
    return box!
  }

  const click: Tab['click'] = async (...asked) => {
    const { x, y, width, height } = await settled(...asked)
    await window.drag([{ x: x + width / 2, y: y + height / 2 }])
  }

  const text = () => window.evaluate(() => document.body.innerText)

  return {
    ...window,
    all,
    see,
    settled,
    click,
    async focus(role, name, options) {
      await see(role, name, options)
      await window.evaluate(look, { ...query(role, name, options), isFocused: true })
    },
    async go(path) {
      await window.goto(url + path)
      // The server renders pages before their scripts are loaded (web/early).
      await expect
        .poll(() => window.evaluate(() => !('early' in window)), { message: `scripts of ${path}` })
        .toBe(true)
    },
    async seesNo(...asked) {
      await expect
        .poll(async () => (await all(...asked)).length, { message: `no ${called(...asked)}` })
        .toBe(0)
    },
    async fill(role, name, text, options) {
      await click(role, name, options)
      if ((await see(role, name, options)).value !== '') {
        await window.press(['Control', 'a'])
        await window.press(['Backspace'])
      }
      await window.type(text)
      await expect.poll(async () => (await see(role, name, options)).value).toBe(text)
    },
    async keys(...keys) {
      for (const key of keys) await window.press(key === ' ' ? [' '] : key.split('+'))
    },
    async says(wanted) {
      await expect.poll(text).toMatch(wanted)
    },
    async saysNot(unwanted) {
      await expect.poll(text).not.toMatch(unwanted)
    },
    async isAt(path) {
      await expect.poll(() => window.evaluate(() => location.pathname + location.search)).toMatch(path)
    },
    async hasFocus(role, name) {
      await expect
        .poll(async () => (await all(role, name)).map(({ hasFocus }) => hasFocus), {
          message: `focus on ${called(role, name)}`,
        })
        .toContain(true)
    },
  }
}
