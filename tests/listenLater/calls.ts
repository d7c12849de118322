import type { Person } from '../harness/client.ts'

export const homogenic = { artist: 'Björk', album: 'Homogenic' }
export const dummy = { artist: 'Portishead', album: 'Dummy' }
export const kidA = { artist: 'Radiohead', album: 'Kid A' }
export const mezzanine = { artist: 'Massive Attack', album: 'Mezzanine' }
const four = [homogenic, dummy, kidA, mezzanine]

/** Calls for a user's Listen later list; `owner` is that user. */
export function listCalls(owner: () => Person) {
  const set = (album: typeof dummy, wanted: boolean, more: object = {}) =>
    owner().client.listenLater.set.mutate({ ...album, wanted, ...more })
  const addAll = async () => {
    for (const album of four) await set(album, true)
  }
  const items = async (by = owner()) => (await by.client.listenLater.list.query({})).items
  const names = async () => (await items()).map(({ album }) => album.name)
  const move = (album: typeof dummy, beside: { after?: typeof dummy; before?: typeof dummy }) =>
    owner().client.listenLater.move.mutate({ ...album, ...beside })
  return { set, addAll, items, names, move }
}
