import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Viewer } from '../../../shared/auth.ts'
import type { Language, Theme } from '../../../shared/preferences.ts'
import { root } from '../../lib/root.ts'

const built = pathToFileURL(join(root, 'dist/render/render.js')).href

/** Input of web/draw.tsx, which renders a page. */
export type Drawing = {
  /** path and query */
  address: string
  facts: { viewer: Viewer | null; theme: Theme; isDemo: boolean; links: string[]; at: number }
  /** as JSON, as in the document */
  firstData: string
}
type Draw = (drawing: Drawing) => Promise<string>

const copies = new Map<Language, Promise<{ draw: Draw }>>()

/** Returns the components for a language: their texts are constants of modules, so each language needs its own copy. */
function copyOf(language: Language): Promise<{ draw: Draw }> {
  const copy = copies.get(language) ?? (import(`${built}?language=${language}`) as Promise<{ draw: Draw }>)
  copies.set(language, copy)
  return copy
}

/** Preloads the components of the default language, so that no request waits for them. */
export const prepareDrawing = (): Promise<unknown> => copyOf('default')

/** Renders the HTML of a page with the web's own components, so that it is visible before its scripts load. */
export async function drawPage(language: Language, drawing: Drawing): Promise<string> {
  const { draw } = await copyOf(language)
  return draw(drawing)
}
