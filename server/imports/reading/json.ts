import { invalid } from '../../lib/errors.ts'

/** A value in a JSON text, with the path of names that leads to it. */
export type Element = { path: string; value: unknown }

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN, CLOSE, BEGIN, END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * `enters`: paths of objects whose values are yielded one by one, like those of the outermost object; other objects are yielded
 * whole. Arrays directly inside an entered object are always entered. `longest`: maximum length of an element.
 */
type Options = { enters?: readonly string[]; longest: number }

const broken = () => invalid('imports.jsonBroken')

/**
 * Yields the elements of a JSON text that can be larger than memory, one at a time: the elements of its top arrays, with their
 * path ('' for the outermost array), and the other top values, whole. Each element is parsed with JSON.parse.
 * @throws invalid for a damaged text, or an element that is too long
 */
export async function* jsonElements(
  text: AsyncIterable<string>,
  { enters = [], longest }: Options,
): AsyncGenerator<Element> {
  const chunks = text[Symbol.asyncIterator]()
  let buffer = ''
  let at = 0
  /** Reads the next chunk and drops the buffer before `from`; false at the end. */
  async function more(from: number): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (done) return false
    buffer = buffer.slice(from) + value
    at -= from
    return true
  }
  /** Skips white space and returns the next character code; -1 at the end. */
  async function next(): Promise<number> {
    for (;;) {
      while (at < buffer.length && buffer.charCodeAt(at) <= 32) at++
      if (at < buffer.length) return buffer.charCodeAt(at)
      if (!(await more(at))) return -1
    }
  }
  /** Consumes and parses the value that begins here. */
  async function cut(): Promise<unknown> {
    let begun = at
    let depth = 0
    let isText = false
    for (;;) {
      for (; at < buffer.length; at++) {
        const code = buffer.charCodeAt(at)
        if (isText) {
          if (code === BACKSLASH) at++
          else if (code === QUOTE) isText = false
          if (isText || depth > 0) continue
          at++
          return parsed(begun)
        }
        if (code === QUOTE) isText = true
        else if (code === BEGIN || code === OPEN) depth++
        else if (code === END || code === CLOSE) {
          if (depth === 0) return parsed(begun)
          if (--depth > 0) continue
          at++
          return parsed(begun)
        } else if (depth === 0 && (code === COMMA || code <= 32)) return parsed(begun)
      }
      if (at - begun > longest) throw invalid('imports.rowTooLong')
      const skipped = begun
      if (!(await more(skipped))) throw broken()
      begun = 0
    }
  }
  function parsed(begun: number): unknown {
    try {
      return JSON.parse(buffer.slice(begun, at))
    } catch {
      throw broken()
    }
  }

  /** Yields the elements of the array or object that begins here. */
  async function* inside(path: string): AsyncGenerator<Element> {
    const isArray = (await next()) === OPEN
    at++
    for (let isFirst = true; ; isFirst = false) {
      let code = await next()
      if (code === (isArray ? CLOSE : END)) {
        at++
        return
      }
      if (!isFirst) {
        if (code !== COMMA) throw broken()
        at++
        code = await next()
      }
      let name = path
      if (!isArray) {
        if (code !== QUOTE) throw broken()
        const own = (await cut()) as string
        name = path === '' ? own : `${path}.${own}`
        if ((await next()) !== COLON) throw broken()
        at++
        code = await next()
      }
      if (code === -1) throw broken()
      const isEntered = !isArray && (code === OPEN || (code === BEGIN && enters.includes(name)))
      if (isEntered) yield* inside(name)
      else yield { path: name, value: await cut() }
    }
  }

  const first = await next()
  if (first !== OPEN && first !== BEGIN) throw broken()
  yield* inside('')
}
