import { z } from 'zod'
import { albumRef, type AlbumCard } from './catalog.ts'
import { limits } from './limits.ts'
import { count, cursorInput, liveInput, rowId, type Page } from './page.ts'
import { texts } from './texts.ts'
import { userCard } from './users.ts'
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
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type ListHead = z.infer<typeof listHead>

/** A list as cards show it. */
export type ListCard = Omit<ListHead, 'version' | 'updatedAt'> & {
  likeCount: number
  commentCount: number
  /** the first five albums of the list */
  covers: AlbumCard[]
}

/** A list as its page shows it; `live` is where the live events go on from. */
export type ListView = ListHead & { likeCount: number; liked: boolean; live: string }

/** An album in a list, with the number by which an edit names it shortly. */
export type ListAlbum = AlbumCard & { id: number }

/** A list as its owner edits it, with all its albums. */
export type ListDraft = Pick<ListHead, 'id' | 'version' | 'name' | 'description'> & { albums: ListAlbum[] }

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

export const listAlbumsInput = listInput.extend({ cursor: cursorInput })
export const liveListInput = listInput.extend(liveInput.shape)
export const ownListsInput = albumRef.extend({ cursor: cursorInput })

const listName = writtenText(limits.listName).min(1, texts.lists.nameRequired)
const listDescription = writtenText(limits.listDescription)

/** What the owner writes of a list; the form checks the same. */
export const listFields = z.object({
  name: listName,
  description: listDescription.default(''),
  albums: z
    .array(z.union([rowId, albumRef]))
    .min(1, texts.lists.albumsRequired)
    .max(limits.listAlbums, texts.lists.full),
})

/**
 * A new list. Its albums stand in the order of the array, one that is named twice where it is named first: by
 * `{artist, album}`, or by the number that `lists.choose` or a draft gave. `submission` makes a retry make one list.
 */
export const createListInput = listFields.extend({ submission: z.uuid() })
export type CreateListInput = z.infer<typeof createListInput>

/** The whole list as it shall be; `version` is the one that the editor began with. */
export const saveListInput = listFields.extend({ id: rowId, version: z.number().int().positive() })
export type SaveListInput = z.infer<typeof saveListInput>

/** Names the wanted state of one album in one of the viewer's own lists. */
export const setListAlbumInput = listInput.extend({ ...albumRef.shape, contained: z.boolean() })

/** Names the wanted state, so that a retry or a double click never flips it back. */
export const likeListInput = listInput.extend({ liked: z.boolean() })

export type ListAlbumsPage = Page<AlbumCard>
