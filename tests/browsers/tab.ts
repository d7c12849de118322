import { expect } from 'vitest'
import type { Point, Window } from './browser.ts'
import { look, type Seen } from './look.ts'

/** What a person does in a window, and sees there. All waits end when the condition holds, or fail (vitest.config.ts). */
export type Tab = Window & {
  /** Opens a path of the product, and waits until its scripts answer. */
  go: (path: string) => Promise<void>
  /** The visible elements of a role; a text is the whole accessible name. */
  all: (role: string, name?: string | RegExp, options?: Within) => Promise<Seen[]>
  /** Waits for the first of them. */
  see: (role: string, name?: string | RegExp, options?: Within) => Promise<Seen>
  seesNo: (role: string, name?: string | RegExp, options?: Within) => Promise<void>
  /** Waits until it can be pressed and no longer moves. */
  click: (role: string, name?: string | RegExp, options?: Within) => Promise<void>
  clickAt: (point: Point) => Promise<void>
  /** Replaces the text of a field by typing. */
  fill: (role: string, name: string, text: string, options?: Within) => Promise<void>
  /** Presses keys one after the other; 'Shift+Tab' at once. */
  keys: (...keys: string[]) => Promise<void>
  says: (text: string | RegExp) => Promise<void>
  saysNot: (text: string | RegExp) => Promise<void>
  isAt: (path: string | RegExp) => Promise<void>
  hasFocus: (role: string, name?: string | RegExp) => Promise<void>
}

type Within = { within?: string }

/** Adds what people do to a window; `url` is the product's. */
export function tabOf(window: Window, url: string): Tab {
  const all: Tab['all'] = (role, name, { within = null } = {} as never) =>
    window.evaluate(look, {
      role,
      name: name === undefined ? null : name instanceof RegExp ? name.source : name,
      isPattern: name instanceof RegExp,
      within,
    })

  const called = (role: string, name: string | RegExp = '') => `${role} ${String(name)}`

  const see: Tab['see'] = async (...query) => {
    await expect.poll(async () => (await all(...query)).length, { message: called(...query as never) }).toBeGreaterThan(0)
    return (await all(...query))[0]!
  }

  /** Its place, once it is the same twice. */
  const settled = async (...query: Parameters<Tab['see']>) => {
    let previous = ''
    let box: Seen['box']
    await expect
      .poll(async () => {
        const [seen] = await all(...query)
        if (!seen?.canBePressed) return seen ? 'covered' : 'not there'
        box = seen.box
        const isStill = previous === JSON.stringify(box)
        previous = JSON.stringify(box)
        return isStill ? 'ready' : 'moving'
      }, { message: called(...query as never) })
      .toBe('ready')
    return box!
  }

  const clickAt: Tab['clickAt'] = (point) => window.drag([point])

  const click: Tab['click'] = async (...query) => {
    const { x, y, width, height } = await settled(...query)
    await clickAt({ x: x + width / 2, y: y + height / 2 })
  }

  const text = () => window.evaluate(() => document.body.innerText)

  return {
    ...window,
    all,
    see,
    click,
    clickAt,
    async go(path) {
      await window.goto(url + path)
      // The server draws pages before their scripts are loaded (web/early).
      await expect.poll(() => window.evaluate(() => !('early' in window)), { message: `scripts of ${path}` }).toBe(true)
    },
    seesNo: (...query) =>
      expect.poll(async () => (await all(...query)).length, { message: `no ${called(...query as never)}` }).toBe(0),
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
    says: (wanted) => expect.poll(text).toMatch(wanted),
    saysNot: (unwanted) => expect.poll(text).not.toMatch(unwanted),
    isAt: (path) => expect.poll(() => window.evaluate(() => location.pathname + location.search)).toMatch(path),
    async hasFocus(role, name) {
      await expect
        .poll(async () => (await all(role, name)).map(({ hasFocus }) => hasFocus), { message: `focus on ${called(role, name)}` })
        .toContain(true)
    },
  }
}
