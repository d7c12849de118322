import { z } from 'zod'
import { albumRef, type AlbumCard, type CoverAlbum } from './catalog.ts'
import { limits } from './limits.ts'
import { listShows, listSorts } from './listPlace.ts'
import { count, cursorInput, liveInput, rowId, type Page, pageLimit } from './page.ts'
import { submission } from './submission.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { visibility } from './visibility.ts'
import { writtenText } from './written.ts'

/** The newer one of two states of a list has the higher version. */
export const listHead = z.strictObject({
  id: rowId,
  version: z.int(),
  name: z.string(),
  description: z.string(),
  owner: userCard,
  albumCount: count,
  visibility,
  /** hidden by a moderator: only its owner can see it, whatever its level */
  hidden: z.boolean(),
  ranked: z.boolean(),
  noted: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ListHead = z.infer<typeof listHead>

export type ListCard = Omit<ListHead, 'version' | 'updatedAt' | 'ranked' | 'noted'> & {
  likeCount: number
  commentCount: number
  covers: AlbumCard[]
}

export type ListView = ListHead & {
  likeCount: number
  liked: boolean
  /** the list that it was copied from, if the viewer can see that */
  clonedFrom: Pick<ListHead, 'id' | 'name'> | null
  live: string
}

/** An album as shown on a list's page: its place in the list's own order, starting at 1, and the owner's note ('' for none). */
export type ListEntry = AlbumCard & { place: number; note: string }

export type ListProgress = { heard: number; albums: number }

export type ListAlbum = AlbumCard & { id: number }

export type ListDraft = Pick<
  ListHead,
  'id' | 'version' | 'name' | 'description' | 'ranked' | 'visibility' | 'hidden'
> & {
  albums: (ListAlbum & { note: string })[]
}

/** `contains` refers to the album of the dialog. */
export type OwnList = Pick<ListHead, 'id' | 'name' | 'albumCount'> & {
  cover: CoverAlbum | null
  contains: boolean
}

export const listInput = z.object({ id: rowId })

/** Lists whose name, description or owner contain the text, newest first. */
export const searchListsInput = z.object({
  query: z.string().trim().max(limits.searchQuery, texts.tooLong(limits.searchQuery)).default(''),
  cursor: cursorInput,
  limit: pageLimit,
})

export const listAlbumsInput = listInput.extend({
  show: z.enum(listShows).default('all'),
  sort: z.enum(listSorts).default('order'),
  cursor: cursorInput,
  limit: pageLimit,
})
/** Sorted by the latest change. */
export const listsOfInput = nicknameInput.extend({ cursor: cursorInput, limit: pageLimit })
export const liveListInput = listInput.extend(liveInput.shape)
export const ownListsInput = albumRef.extend({ cursor: cursorInput })

const listName = writtenText(limits.listName).min(1, texts.lists.nameRequired)
const listDescription = writtenText(limits.listDescription)

export const listNote = writtenText(limits.listNote)
const noteField = { note: listNote.optional() }

/** An album of a list by its id or its names, with its new note; an omitted note keeps its value. */
const listedAlbum = z.union([rowId, z.object({ id: rowId, ...noteField }), albumRef.extend(noteField)])
export type ListedAlbum = z.output<typeof listedAlbum>

/** Omitted fields keep their value; a new list gets the user's default level. */
export const listFields = z.object({
  name: listName,
  description: listDescription.default(''),
  ranked: z.boolean().optional(),
  visibility: visibility.optional(),
  albums: z.array(listedAlbum).min(1, texts.lists.albumsRequired).max(limits.listAlbums, texts.lists.full),
})

/**
 * A new list. Its albums are in the order of the array; a duplicate keeps its first position. Albums are named by
 * `{artist, album}`, or by the id from `lists.choose` or a draft. `submission` makes a retry idempotent.
 */
export const createListInput = listFields.extend({ submission })
export type CreateListInput = z.infer<typeof createListInput>

export const cloneListInput = listInput.extend({ submission })

/**
 * The whole list in its new state; `version` is the one that the editor loaded. If the list has changed since, both changes are
 * merged, unless they conflict.
 */
export const saveListInput = listFields.extend({ id: rowId, version: z.number().int().positive() })
export type SaveListInput = z.infer<typeof saveListInput>

export const setListAlbumInput = listInput.extend({
  ...albumRef.shape,
  contained: z.boolean(),
  submission: submission.optional(),
})

export const likeListInput = listInput.extend({ liked: z.boolean() })

export type ListAlbumsPage = Page<ListEntry>
