import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Facts } from '../../../shared/facts.ts'
import type { Language } from '../../../shared/preferences.ts'
import { root } from '../../lib/root.ts'

const built = pathToFileURL(join(root, 'dist/render/render.js')).href

export type Drawing = {
  address: string
  facts: Facts
  /** as JSON, as in the document */
  firstData: string
}
type Draw = (drawing: Drawing) => Promise<string>

const copies = new Map<Language, Promise<{ draw: Draw }>>()

/** Texts are constants of modules, so each language needs its own copy of the components. */
function copyOf(language: Language): Promise<{ draw: Draw }> {
  const copy = copies.get(language) ?? (import(`${built}?language=${language}`) as Promise<{ draw: Draw }>)
  copies.set(language, copy)
  return copy
}

export const prepareDrawing = (): Promise<unknown> => copyOf('default')

export async function drawPage(language: Language, drawing: Drawing): Promise<string> {
  const { draw } = await copyOf(language)
  return draw(drawing)
}
