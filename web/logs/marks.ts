import { queryOptions } from '@tanstack/react-query'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { CardState } from '../../shared/logs.ts'
import { onPersonGone } from '../lib/personal.ts'
import { fiveMinutes, queryClient, trpcClient } from '../lib/trpc.ts'

type Waiting = { album: AlbumRef; resolve: (state: CardState) => void; reject: (error: unknown) => void }

/** Albums whose marks were requested in the current tick: the cards of a page are one call. */
let waiting: Waiting[] = []

const load = (album: AlbumRef) =>
  new Promise<CardState>((resolve, reject) => {
    waiting.push({ album, resolve, reject })
    if (waiting.length === 1) setTimeout(ask)
  })

function ask() {
  const asked = waiting
  waiting = []
  for (let from = 0; from < asked.length; from += limits.cardStates) {
    const some = asked.slice(from, from + limits.cardStates)
    trpcClient.logs.states.query({ albums: some.map(({ album }) => album) }).then(
      (states) => some.forEach(({ resolve }, index) => resolve(states[index]!)),
      (error: unknown) => some.forEach(({ reject }) => reject(error)),
    )
  }
}

const queryKeyOf = (nickname: string, album: AlbumRef) => ['marks', nickname, albumKey(album)] as const

/** Confirmed marks of an album while the viewer's requests are pending, and those requests in order. */
type Open = { confirmed: CardState; pending: Partial<CardState>[] }
const opened = new Map<string, Open>()
/** Number of local changes of an album's marks: a response requested before the last change is outdated. */
const changed = new Map<string, number>()
// Pending requests continue, but their results are not shown.
onPersonGone(() => {
  opened.clear()
  changed.clear()
})

/** Query for the marks of an album, independent of the spelling on its card; every local change updates it. */
export function marksQuery(nickname: string, album: AlbumRef) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const before = changed.get(key)
      const state = await load(album)
      if (changed.get(key) !== before) return queryClient.getQueryData<CardState>(queryKey) ?? state
      // The server may have read this before a change reached it: keep showing pending changes.
      const open = opened.get(key)
      if (open) open.confirmed = state
      return Object.assign({}, state, ...(open?.pending ?? []))
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

/** Refetches the marks of one album, independent of the spelling on its card. */
export const refreshMark = (nickname: string, album: AlbumRef) =>
  queryClient.invalidateQueries({ queryKey: queryKeyOf(nickname, album) })

function show(nickname: string, album: AlbumRef, state: CardState) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  changed.set(key, (changed.get(key) ?? 0) + 1)
  queryClient.setQueryData<CardState>(queryKey, state)
}

/** Stores the marks that the server returned for another action: the log dialog saved or removed a listening. */
export function setMarks(nickname: string, album: AlbumRef, state: CardState) {
  const open = opened.get(queryKeyOf(nickname, album).join(' '))
  if (open) open.confirmed = state
  show(nickname, album, Object.assign({}, state, ...(open?.pending ?? [])))
}

/** Updates some marks of an album, if they are cached. */
export function patchMarks(nickname: string, album: AlbumRef, part: Partial<CardState>) {
  const known = queryClient.getQueryData<CardState>(queryKeyOf(nickname, album))
  const open = opened.get(queryKeyOf(nickname, album).join(' '))
  if (open) Object.assign(open.confirmed, part)
  if (known) show(nickname, album, Object.assign({}, known, part, ...(open?.pending ?? [])))
}

/**
 * Shows a change immediately, sends it, and then shows the server's response. A failed change is rolled back; later ones that are
 * still pending stay.
 */
export async function updateMarks(
  nickname: string,
  album: AlbumRef,
  change: Partial<CardState>,
  send: () => Promise<Partial<CardState>>,
) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  const none = { favorite: false, listenLater: false, listened: false, rated: false }
  const open = opened.get(key) ?? {
    confirmed: queryClient.getQueryData<CardState>(queryKey) ?? none,
    pending: [],
  }
  opened.set(key, open)
  const showAll = () => show(nickname, album, Object.assign({}, open.confirmed, ...open.pending))
  open.pending.push(change)
  showAll()
  try {
    const answer = await send()
    // Not in one expression with the call: another change may have been confirmed meanwhile.
    open.confirmed = { ...open.confirmed, ...answer }
  } catch (error) {
    // An aborted call may have reached the server anyway.
    setTimeout(() => void queryClient.invalidateQueries({ queryKey }))
    throw error
  } finally {
    open.pending.splice(open.pending.indexOf(change), 1)
    if (open.pending.length === 0) opened.delete(key)
    showAll()
  }
}
