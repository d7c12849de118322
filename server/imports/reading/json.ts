import { invalid } from '../../lib/errors.ts'

export type Element = { path: string; value: unknown }

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN, CLOSE, BEGIN, END] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * `enters`: paths of objects whose values are yielded one by one, like those of the outermost object; other objects are yielded
 * whole. Arrays directly inside an entered object are always entered. `longest`: maximum length of an element.
 */
type Options = { enters?: readonly string[]; longest: number }

const broken = () => invalid('imports.jsonBroken')

function parseElement(element: string): unknown {
  try {
    return JSON.parse(element)
  } catch {
    throw broken()
  }
}

function makeCursor(text: AsyncIterable<string>, longest: number) {
  const chunks = text[Symbol.asyncIterator]()
  let buffer = ''
  let at = 0
  /** Drops the buffer before `from`. False at the end. */
  async function readMore(from: number): Promise<boolean> {
    const { value, done } = await chunks.next()
    if (done) return false
    buffer = buffer.slice(from) + value
    at -= from
    return true
  }
  return {
    /** Skips white space. -1 at the end. */
    async next(): Promise<number> {
      for (;;) {
        while (at < buffer.length && buffer.charCodeAt(at) <= 32) at++
        if (at < buffer.length) return buffer.charCodeAt(at)
        if (!(await readMore(at))) return -1
      }
    },
    skip(): void {
      at++
    },
    async cut(): Promise<unknown> {
      let start = at
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
            return parseElement(buffer.slice(start, at))
          }
          if (code === QUOTE) isText = true
          else if (code === BEGIN || code === OPEN) depth++
          else if (code === END || code === CLOSE) {
            if (depth === 0) return parseElement(buffer.slice(start, at))
            if (--depth > 0) continue
            at++
            return parseElement(buffer.slice(start, at))
          } else if (depth === 0 && (code === COMMA || code <= 32))
            return parseElement(buffer.slice(start, at))
        }
        if (at - start > longest) throw invalid('imports.rowTooLong')
        if (!(await readMore(start))) throw broken()
        start = 0
      }
    },
  }
}

/**
 * Reads a text that can be larger than memory: the elements of its top arrays with their path ('' for the outermost array), and
 * the other top values, whole.
 * @throws invalid for a damaged text, or an element that is too long
 */
export async function* jsonElements(
  text: AsyncIterable<string>,
  { enters = [], longest }: Options,
): AsyncGenerator<Element> {
  const cursor = makeCursor(text, longest)

  async function* inside(path: string): AsyncGenerator<Element> {
    const isArray = (await cursor.next()) === OPEN
    cursor.skip()
    for (let isFirst = true; ; isFirst = false) {
      let code = await cursor.next()
      if (code === (isArray ? CLOSE : END)) return cursor.skip()
      if (!isFirst) {
        if (code !== COMMA) throw broken()
        cursor.skip()
        code = await cursor.next()
      }
      let name = path
      if (!isArray) {
        if (code !== QUOTE) throw broken()
        const key = (await cursor.cut()) as string
        name = path === '' ? key : `${path}.${key}`
        if ((await cursor.next()) !== COLON) throw broken()
        cursor.skip()
        code = await cursor.next()
      }
      if (code === -1) throw broken()
      const isEntered = !isArray && (code === OPEN || (code === BEGIN && enters.includes(name)))
      if (isEntered) yield* inside(name)
      else yield { path: name, value: await cursor.cut() }
    }
  }

  const first = await cursor.next()
  if (first !== OPEN && first !== BEGIN) throw broken()
  yield* inside('')
}

export function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Numbers count: a name like that of the album 1989 can be one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
