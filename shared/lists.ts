import { z } from 'zod'
import { albumRef, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import { listShows, listSorts } from './listPlace.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { texts } from './texts.ts'
import { nicknameInput, userCard } from './users.ts'
import { visibility } from './visibility.ts'
import { writtenText } from './written.ts'

/** What everybody sees of a list beside its albums. Of two states of one list the higher version is the newer. */
export const listHead = z.strictObject({
  id: rowId,
  version: z.int(),
  name: z.string(),
  /** '' when there is none */
  description: z.string(),
  owner: userCard,
  albumCount: count,
  /** the level that its owner has chosen */
  visibility,
  /** a moderator hides it: its owner alone sees it, whatever its level */
  hidden: z.boolean(),
  /** the albums are shown with their places */
  ranked: z.boolean(),
  /** at least one of the albums has a note */
  noted: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ListHead = z.infer<typeof listHead>

/** A list as cards show it. */
export type ListCard = Omit<ListHead, 'version' | 'updatedAt' | 'ranked' | 'noted'> & {
  likeCount: number
  commentCount: number
  /** the first five albums of the list */
  covers: AlbumCard[]
}

/** A list as its page shows it; `live` is where the live events go on from. */
export type ListView = ListHead & {
  likeCount: number
  liked: boolean
  /** the list that this one began as a copy of, where the viewer may see that */
  clonedFrom: Pick<ListHead, 'id' | 'name'> | null
  live: string
}

/** An album as the page of a list shows it: its place in the list's own order, from 1 on, and what the owner notes, '' for nothing. */
export type ListEntry = AlbumCard & { place: number; note: string }

/** How many of a list's albums the viewer has heard. */
export type ListProgress = { heard: number; albums: number }

/** An album in a list, with the number by which an edit names it shortly. */
export type ListAlbum = AlbumCard & { id: number }

/** A list as its owner edits it, with all its albums. */
export type ListDraft = Pick<
  ListHead,
  'id' | 'version' | 'name' | 'description' | 'ranked' | 'visibility' | 'hidden'
> & {
  albums: (ListAlbum & { note: string })[]
}

/** One of the viewer's own lists, to which they add an album; `contains` says whether that album is in it already. */
export type OwnList = Pick<ListHead, 'id' | 'name' | 'albumCount'> & {
  cover: AlbumCard | null
  contains: boolean
}

export const listInput = z.object({ id: rowId })

/** The lists whose name, description or owner hold the text, newest first; all of them for no text. */
export const searchListsInput = z.object({
  query: z.string().trim().max(limits.searchQuery, texts.tooLong(limits.searchQuery)).default(''),
  cursor: cursorInput,
})

/** The albums of a list, as far as they are to be shown, in an order; `heard` and `unheard` mean the viewer's. */
export const listAlbumsInput = listInput.extend({
  show: z.enum(listShows).default('all'),
  sort: z.enum(listSorts).default('order'),
  cursor: cursorInput,
})
/** A person's lists, the one first that was changed last. */
export const listsOfInput = nicknameInput.extend({ cursor: cursorInput })
export const liveListInput = listInput.extend(liveInput.shape)
export const ownListsInput = albumRef.extend({ cursor: cursorInput })

const listName = writtenText(limits.listName).min(1, texts.lists.nameRequired)
const listDescription = writtenText(limits.listDescription)

/** What the owner writes beside an album. */
export const listNote = writtenText(limits.listNote)
const noted = { note: listNote.optional() }

/** An album of a list by its number or its names, with its note where that is to be written: what is left out stays. */
const listedAlbum = z.union([rowId, z.object({ id: rowId, ...noted }), albumRef.extend(noted)])
export type ListedAlbum = z.output<typeof listedAlbum>

/**
 * What the owner writes of a list; the form checks the same. What may be left out stays as it is; a new list then has the
 * level that the person's things have by default.
 */
export const listFields = z.object({
  name: listName,
  description: listDescription.default(''),
  ranked: z.boolean().optional(),
  visibility: visibility.optional(),
  albums: z.array(listedAlbum).min(1, texts.lists.albumsRequired).max(limits.listAlbums, texts.lists.full),
})

/**
 * A new list. Its albums stand in the order of the array, one that is named twice where it is named first: by
 * `{artist, album}`, or by the number that `lists.choose` or a draft gave. `submission` makes a retry make one list.
 */
export const createListInput = listFields.extend({ submission: z.uuid() })
export type CreateListInput = z.infer<typeof createListInput>

/** A copy of a list, as the viewer's own. `submission` makes a retry make one. */
export const cloneListInput = listInput.extend({ submission: z.uuid() })

/**
 * The whole list as it shall be; `version` is the one that the editor began with. Where the list has changed since, the two
 * are merged, as long as both did not change the same.
 */
export const saveListInput = listFields.extend({ id: rowId, version: z.number().int().positive() })
export type SaveListInput = z.infer<typeof saveListInput>

/** Names the wanted state of one album in one of the viewer's own lists. */
export const setListAlbumInput = listInput.extend({ ...albumRef.shape, contained: z.boolean() })

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const likeListInput = listInput.extend({ liked: z.boolean() })

export type ListAlbumsPage = Page<ListEntry>
