import { z } from 'zod'
import { rowId } from '../../shared/page.ts'
import { readOnDevice } from '../onDevice.ts'
import { keyOf, type EditedList } from './editorState.ts'

const keptList = z.object({
  /** the version of the list that the draft began with; 0 for a new list */
  version: z.number().int(),
  /** names the creation of a new list, and whether it was sent once */
  submission: z.uuid(),
  sent: z.boolean(),
  name: z.string(),
  description: z.string(),
  albums: z.array(z.object({ id: rowId.nullable(), artist: z.string(), name: z.string(), image: z.string().nullable() })),
})

/** A list that somebody has begun to write or to change, as it is kept on his device. */
export type Draft = { version: number; submission: string; sent: boolean; list: EditedList }

/** Where the draft of a person lies: of one of his lists, or of a new one. */
export const draftPlace = (nickname: string, id: number | null): string =>
  `plak-list-draft:${nickname}:${id ?? 'new'}`

/** The draft that lies there; null when there is none. */
export function readDraft(place: string): Draft | null {
  const { data } = keptList.safeParse(readOnDevice(place))
  if (!data) return null
  const { version, submission, sent, name, description, albums } = data
  const rows = albums.map(({ id, ...album }) => ({ key: keyOf(album), album, id, failure: null }))
  return { version, submission, sent, list: { name, description, rows } }
}

/** A draft as it is kept. */
export const keptOf = ({ list: { name, description, rows }, ...rest }: Draft): z.infer<typeof keptList> => ({
  ...rest,
  name,
  description,
  albums: rows.map(({ id, album: { artist, name: title, image } }) => ({ id, artist, name: title, image })),
})
