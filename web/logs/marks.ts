import { queryOptions } from '@tanstack/react-query'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { CardState } from '../../shared/logs.ts'
import { onPersonGone } from '../lib/personal.ts'
import { fiveMinutes, queryClient, trpcClient } from '../lib/trpc.ts'

type Waiting = { album: AlbumRef; resolve: (state: CardState) => void; reject: (error: unknown) => void }

/** Albums whose marks were asked for in this moment: the cards of a page are one call. */
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

/** The confirmed marks of an album while requests of the viewer are under way, and those requests in their order. */
type Open = { confirmed: CardState; pending: Partial<CardState>[] }
const opened = new Map<string, Open>()
/** How often an album's marks were changed here: an answer from before the last change is old. */
const changed = new Map<string, number>()
// Pending requests go on, but their outcome is not shown.
onPersonGone(() => {
  opened.clear()
  changed.clear()
})

/** The marks of one album, whatever its card is called; kept in step with every change that is made here. */
export function marksQuery(nickname: string, album: AlbumRef) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const before = changed.get(key)
      const state = await load(album)
      if (changed.get(key) !== before) return queryClient.getQueryData<CardState>(queryKey) ?? state
      // The server may have read this before a change reached it: what is under way stays shown.
      const open = opened.get(key)
      if (open) open.confirmed = state
      return Object.assign({}, state, ...(open?.pending ?? []))
    },
    staleTime: fiveMinutes,
    // Another tab or device may have changed them: one call for all that are on the screen.
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: true,
  })
}

/** Refetches the marks of the viewer's albums: more of them changed than a page can know. */
export const refreshMarks = (nickname: string) =>
  queryClient.invalidateQueries({ queryKey: ['marks', nickname] })

/** The same of one album, whatever its card is called. */
export const refreshMark = (nickname: string, album: AlbumRef) =>
  queryClient.invalidateQueries({ queryKey: queryKeyOf(nickname, album) })

function show(nickname: string, album: AlbumRef, state: CardState) {
  const queryKey = queryKeyOf(nickname, album)
  const key = queryKey.join(' ')
  changed.set(key, (changed.get(key) ?? 0) + 1)
  queryClient.setQueryData<CardState>(queryKey, state)
}

/** Says what the server has just said of an album elsewhere: the log dialog saved, or removed. */
export function setMarks(nickname: string, album: AlbumRef, state: CardState) {
  const open = opened.get(queryKeyOf(nickname, album).join(' '))
  if (open) open.confirmed = state
  show(nickname, album, Object.assign({}, state, ...(open?.pending ?? [])))
}

/** Updates some marks of an album in the cache, if they are there. */
export function patchMarks(nickname: string, album: AlbumRef, part: Partial<CardState>) {
  const known = queryClient.getQueryData<CardState>(queryKeyOf(nickname, album))
  const open = opened.get(queryKeyOf(nickname, album).join(' '))
  if (open) Object.assign(open.confirmed, part)
  if (known) show(nickname, album, Object.assign({}, known, part, ...(open?.pending ?? [])))
}

/**
 * Shows a change at once, sends it, and then shows what the server answered. A change that fails is rolled back; later ones that are
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
    // Not in one expression with the call: another change may have been answered since.
    open.confirmed = { ...open.confirmed, ...answer }
  } catch (error) {
    // A call that was cut off may have arrived all the same.
    setTimeout(() => void queryClient.invalidateQueries({ queryKey }))
    throw error
  } finally {
    open.pending.splice(open.pending.indexOf(change), 1)
    if (open.pending.length === 0) opened.delete(key)
    showAll()
  }
}
