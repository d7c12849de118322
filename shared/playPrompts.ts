import { z } from 'zod'
import type { AlbumCard } from './catalog.ts'
import { rowId } from './page.ts'

/** Maximum number of prompts that wait. */
export const MOST_PROMPTS = 20
/** Age in days from which a prompt is no longer shown. */
export const PROMPT_DAYS = 30

/** An album of which the viewer played at least half on a day that has no listening of it. */
export type PlayPrompt = {
  id: number
  album: AlbumCard
  day: string
  /** how many different tracks were played */
  tracks: number
}

/** Newest day first; `live` is the position of the answer in the event log. */
export type PlayPrompts = { items: PlayPrompt[]; live: string }

export const promptInput = z.object({ id: rowId })
