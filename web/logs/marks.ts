import { queryOptions } from '@tanstack/react-query'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { CardState } from '../../shared/logs.ts'
import { onPersonGone } from '../lib/personal.ts'
import { fiveMinutes, queryClient, trpcClient } from '../lib/trpc.ts'

type MarksRequest = { album: AlbumRef; resolve: (state: CardState) => void; reject: (error: unknown) => void }

/** Albums whose marks were requested in the current tick: the cards of a page are one call. */
let queue: MarksRequest[] = []

const load = (album: AlbumRef) =>
  new Promise<CardState>((resolve, reject) => {
    queue.push({ album, resolve, reject })
    if (queue.length === 1) setTimeout(ask)
  })

function ask() {
  const requests = queue
  queue = []
  for (let from = 0; from < requests.length; from += limits.cardStates) {
    const batch = requests.slice(from, from + limits.cardStates)
    trpcClient.logs.states.query({ albums: batch.map(({ album }) => album) }).then(
      (states) => batch.forEach(({ resolve }, index) => resolve(states[index]!)),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    )
  }
}

const queryKeyOf = (nickname: string, album: AlbumRef) => ['marks', nickname, albumKey(album)] as const

/** Confirmed marks of an album while the viewer's requests are pending, and those requests in order. */
type PendingMarks = { confirmed: CardState; pending: Partial<CardState>[] }
const pendingMarks = new Map<string, PendingMarks>()
/** Number of local changes of an album's marks: a response requested before the last change is outdated. */
const changeCounts = new Map<string, number>()
// Pending requests continue, but their results are not shown.
onPersonGone(() => {
  pendingMarks.clear()
  changeCounts.clear()
})

/** Independent of the spelling on the album's card; every local change updates it. */
export function marksQuery(nickname: string, album: AlbumRef) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const previousCount = changeCounts.get(key)
      const state = await load(album)
      if (changeCounts.get(key) !== previousCount)
        return queryClient.getQueryData<CardState>(queryKey) ?? state
      // The server may have read this before a change reached it: keep showing pending changes.
      const entry = pendingMarks.get(key)
      if (entry) entry.confirmed = state
      return Object.assign({}, state, ...(entry?.pending ?? []))
    },
    staleTime: fiveMinutes,
    // Another tab or device may have changed them; all cards on the screen are one call.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: true,
  })
}

/** Refetches the marks of all the viewer's albums after changes that the page cannot know in detail. */
export const refreshMarks = (nickname: string) =>
  queryClient.invalidateQueries({ queryKey: ['marks', nickname] })

export const refreshMark = (nickname: string, album: AlbumRef) =>
  queryClient.invalidateQueries({ queryKey: queryKeyOf(nickname, album) })

function show(nickname: string, album: AlbumRef, state: CardState) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  changeCounts.set(key, (changeCounts.get(key) ?? 0) + 1)
  queryClient.setQueryData<CardState>(queryKey, state)
}

/** Stores the marks that the server returned for another action: the log dialog saved or removed a listening. */
export function setMarks(nickname: string, album: AlbumRef, state: CardState) {
  const entry = pendingMarks.get(queryKeyOf(nickname, album).join(' '))
  if (entry) entry.confirmed = state
  show(nickname, album, Object.assign({}, state, ...(entry?.pending ?? [])))
}

export function patchMarks(nickname: string, album: AlbumRef, part: Partial<CardState>) {
  const cached = queryClient.getQueryData<CardState>(queryKeyOf(nickname, album))
  const entry = pendingMarks.get(queryKeyOf(nickname, album).join(' '))
  if (entry) Object.assign(entry.confirmed, part)
  if (cached) show(nickname, album, Object.assign({}, cached, part, ...(entry?.pending ?? [])))
}

/** A failed change is rolled back; later ones that are still pending stay. */
export async function updateMarks(
  nickname: string,
  album: AlbumRef,
  change: Partial<CardState>,
  send: () => Promise<Partial<CardState>>,
) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  const noMarks = { favorite: false, listenLater: false, listened: false, rated: false }
  const entry = pendingMarks.get(key) ?? {
    confirmed: queryClient.getQueryData<CardState>(queryKey) ?? noMarks,
    pending: [],
  }
  pendingMarks.set(key, entry)
  const showAll = () => show(nickname, album, Object.assign({}, entry.confirmed, ...entry.pending))
  entry.pending.push(change)
  showAll()
  try {
    const answer = await send()
    // Not in one expression with the call: another change may have been confirmed meanwhile.
    entry.confirmed = { ...entry.confirmed, ...answer }
  } catch (error) {
    // An aborted call may have reached the server anyway.
    setTimeout(() => void queryClient.invalidateQueries({ queryKey }))
    throw error
  } finally {
    entry.pending.splice(entry.pending.indexOf(change), 1)
    if (entry.pending.length === 0) pendingMarks.delete(key)
    showAll()
  }
}
