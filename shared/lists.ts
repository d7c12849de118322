import { z } from 'zod'
import { albumRef, type AlbumCard, type CoverAlbum } from './catalog.ts'
import { limits } from './limits.ts'
import { listShows, listSorts } from './listPlace.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { visibility } from './visibility.ts'
import { writtenText } from './written.ts'

/** Public fields of a list without its albums. If there are two states of one list, the one with the higher version is newer. */
export const listHead = z.strictObject({
  id: rowId,
  version: z.int(),
  name: z.string(),
  /** '' if there is none */
  description: z.string(),
  owner: userCard,
  albumCount: count,
  /** the level that its owner has chosen */
  visibility,
  /** hidden by a moderator: only its owner can see it, whatever its level */
  hidden: z.boolean(),
  /** true if the albums are shown with their rank */
  ranked: z.boolean(),
  /** true if at least one of the albums has a note */
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

/** A list as shown on its page; `live` is the event id from which the live subscription continues. */
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

/** An album in a list, with its id as a short reference for edits. */
export type ListAlbum = AlbumCard & { id: number }

/** A list with all its albums, for the editor. */
export type ListDraft = Pick<
  ListHead,
  'id' | 'version' | 'name' | 'description' | 'ranked' | 'visibility' | 'hidden'
> & {
  albums: (ListAlbum & { note: string })[]
}

/** One of the viewer's own lists in the dialog that adds an album; `contains` is true if the album is in it. */
export type OwnList = Pick<ListHead, 'id' | 'name' | 'albumCount'> & {
  cover: CoverAlbum | null
  contains: boolean
}

export const listInput = z.object({ id: rowId })

/** Lists whose name, description or owner contain the text, newest first; all lists without a text. */
export const searchListsInput = z.object({
  query: z.string().trim().max(limits.searchQuery, texts.tooLong(limits.searchQuery)).default(''),
  cursor: cursorInput,
})

/** The albums of a list, filtered and sorted; `heard` and `unheard` refer to the viewer. */
export const listAlbumsInput = listInput.extend({
  show: z.enum(listShows).default('all'),
  sort: z.enum(listSorts).default('order'),
  cursor: cursorInput,
})
/** A user's lists, the most recently changed first. */
export const listsOfInput = nicknameInput.extend({ cursor: cursorInput })
export const liveListInput = listInput.extend(liveInput.shape)
export const ownListsInput = albumRef.extend({ cursor: cursorInput })

const listName = writtenText(limits.listName).min(1, texts.lists.nameRequired)
const listDescription = writtenText(limits.listDescription)

export const listNote = writtenText(limits.listNote)
const noteField = { note: listNote.optional() }

/** An album of a list by its id or its names, with its new note; an omitted note keeps its value. */
const listedAlbum = z.union([rowId, z.object({ id: rowId, ...noteField }), albumRef.extend(noteField)])
export type ListedAlbum = z.output<typeof listedAlbum>

/**
 * Fields of a list that its owner edits; the form uses the same schema.
 * Omitted fields keep their value; a new list gets the user's default level.
 */
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
export const createListInput = listFields.extend({ submission: z.uuid() })
export type CreateListInput = z.infer<typeof createListInput>

/** Copies a list into the viewer's own lists. `submission` makes a retry idempotent. */
export const cloneListInput = listInput.extend({ submission: z.uuid() })

/**
 * The whole list in its new state; `version` is the one that the editor loaded. If the list has changed since, both changes are
 * merged, unless they conflict.
 */
export const saveListInput = listFields.extend({ id: rowId, version: z.number().int().positive() })
export type SaveListInput = z.infer<typeof saveListInput>

/** Contains the wanted state of one album in one of the viewer's own lists. */
export const setListAlbumInput = listInput.extend({ ...albumRef.shape, contained: z.boolean() })

/** Contains the wanted state, so that a retry or a double click never toggles it back. */
export const likeListInput = listInput.extend({ liked: z.boolean() })

export type ListAlbumsPage = Page<ListEntry>
