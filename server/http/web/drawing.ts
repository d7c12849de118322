import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Viewer } from '../../../shared/auth.ts'
import type { Language, Theme } from '../../../shared/preferences.ts'
import { root } from '../../lib/root.ts'

const built = pathToFileURL(join(root, 'dist/render/render.js')).href

/** What a page is drawn of, as web/draw.tsx takes it. */
export type Drawing = {
  /** path and query */
  address: string
  facts: { viewer: Viewer | null; theme: Theme; isDemo: boolean; links: string[]; at: number }
  /** as JSON, like in the document */
  firstData: string
}
type Draw = (drawing: Drawing) => Promise<string>

const copies = new Map<Language, Promise<{ draw: Draw }>>()

/** Their texts are in constants of modules, so each language has its own copy of the components. */
function copyOf(language: Language): Promise<{ draw: Draw }> {
  const known = copies.get(language) ?? (import(`${built}?language=${language}`) as Promise<{ draw: Draw }>)
  copies.set(language, known)
  return known
}

/** Preloads what most pages are rendered with, so that no request waits for it. */
export const prepareDrawing = (): Promise<unknown> => copyOf('default')

/** The HTML of a page, drawn with the web's own components: it can be seen before its scripts are there. */
export async function drawPage(language: Language, drawing: Drawing): Promise<string> {
  const { draw } = await copyOf(language)
  return draw(drawing)
}
