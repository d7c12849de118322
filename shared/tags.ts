import { z } from 'zod'
import { isBlank } from './blank.ts'
import { limits } from './limits.ts'
import type { ShelfEntry } from './logs.ts'
import { cursorInput, type Page, pageLimit } from './page.ts'
import { differentTags, tagName } from './tagKey.ts'
import { texts } from './texts.ts'
import { nicknameInput } from './users.ts'

const tag = z.string().transform((text) => (isBlank(text) ? '' : tagName(text)))
const isShort = (name: string) => name.length <= limits.tag

export const tagsInput = z
  .array(tag)
  .max(limits.tagTexts, texts.tags.tooMany(limits.tags))
  .transform((names) => differentTags(names.filter((name) => name !== '')))
  .refine((names) => names.every(isShort), texts.tags.tooLong(limits.tag))
  .refine((names) => names.length <= limits.tags, texts.tags.tooMany(limits.tags))

/** `count` includes only listenings that the viewer can see. */
export type Tag = { name: string; count: number }

export const tagListInput = nicknameInput.extend({ cursor: z.string().max(400).nullish(), limit: pageLimit })

export const taggedInput = nicknameInput.extend({ tag: z.string(), cursor: cursorInput, limit: pageLimit })

export type TaggedPage = Page<ShelfEntry> & { tag: Tag }

export const suggestInput = z.object({ query: z.string().max(limits.searchQuery) })

export const renamingInput = z.object({
  tag: z.string(),
  name: tag.refine((name) => name !== '', texts.tags.nameMissing).refine(isShort, texts.tooLong(limits.tag)),
})
/** If another tag has the new name, the two are merged only with `merge`. */
export const renameTagInput = renamingInput.extend({ merge: z.boolean().default(false) })

/** The tag to rename; `into` is the other tag that already has the new name. */
export type Renaming = { tag: Tag; into: Tag | null }
