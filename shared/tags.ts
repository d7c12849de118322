import { z } from 'zod'
import { isBlank } from './blank.ts'
import { limits } from './limits.ts'
import type { ShelfEntry } from './logs.ts'
import { cursorInput, type Page } from './page.ts'
import { differentTags, tagName } from './tagKey.ts'
import { texts } from './texts.ts'
import { nicknameInput } from './users.ts'

/** One tag as somebody typed it; '' where nothing of it can be seen. */
const tag = z.string().transform((text) => (isBlank(text) ? '' : tagName(text)))
const isShort = (name: string) => name.length <= limits.tag

/** The tags of a listening: of several spellings of one tag the first; blank ones are left out. */
export const tagsInput = z
  .array(tag)
  .max(limits.tagTexts, texts.tags.tooMany(limits.tags))
  .transform((names) => differentTags(names.filter((name) => name !== '')))
  .refine((names) => names.every(isShort), texts.tags.tooLong(limits.tag))
  .refine((names) => names.length <= limits.tags, texts.tags.tooMany(limits.tags))

/** A tag with the number of listenings that carry it, as far as the reader may see them. */
export type Tag = { name: string; count: number }

/** A person's tags; `cursor` is the `next` of the page before. */
export const tagListInput = nicknameInput.extend({ cursor: z.string().max(400).nullish() })

/** The listenings of a person that carry a tag, however it is spelled. */
export const taggedInput = nicknameInput.extend({ tag: z.string(), cursor: cursorInput })

/** A page of a tag's listenings, with the tag as it is now. */
export type TaggedPage = Page<ShelfEntry> & { tag: Tag }

/** What somebody has begun to type. */
export const suggestInput = z.object({ query: z.string().max(limits.searchQuery) })

/** What a new name for a tag would come to. */
export const renamingInput = z.object({
  tag: z.string(),
  name: tag.refine((name) => name !== '', texts.tags.nameMissing).refine(isShort, texts.tooLong(limits.tag)),
})
/** Gives a tag another name. Where another tag has that name both become one, if `merge` says so. */
export const renameTagInput = renamingInput.extend({ merge: z.boolean().default(false) })

/** The tag that gets another name; `into` is the other one that has that name already. */
export type Renaming = { tag: Tag; into: Tag | null }
