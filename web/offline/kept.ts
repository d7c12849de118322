import { dehydrate, hydrate, type DehydratedState, type QueryKey } from '@tanstack/react-query'
import { createStore, get, promisifyRequest, type UseStore } from 'idb-keyval'
import type { Viewer } from '../../shared/auth.ts'
import { asReadBefore } from '../lib/firstData.ts'
import { queryClient } from '../lib/trpc.ts'
import { withinLimits, type KeptPage } from './limits.ts'

// Query data of visited pages, stored for the current user only. Without storage (private window, full disk) no page is kept.

type Contents = { viewer: Viewer | null; pages: KeptPage[] }

const CONTENTS = 'contents'
const place = (address: string) => `page ${address}`
const database = createStore('plak', 'kept')
/** Turns exceptions of browsers that block IndexedDB into rejections. */
const store: UseStore = async (mode, use) => database(mode, use)

/** Reads and replaces the contents in one transaction, because other tabs do the same. Null writes nothing. */
async function change(
  make: (contents: Contents | undefined) => { next: Contents; written?: [string, unknown] } | null,
) {
  await store('readwrite', (objects) => {
    const request = objects.get(CONTENTS) as IDBRequest<Contents | undefined>
    request.onsuccess = () => {
      const contents = request.result
      const update = make(contents)
      if (!update) return
      const { next, written: entry } = update
      const remainingAddresses = new Set(next.pages.map(({ address }) => address))
      for (const { address } of contents?.pages ?? [])
        if (!remainingAddresses.has(address)) objects.delete(place(address))
      if (entry) objects.put(entry[1], entry[0])
      objects.put(next, CONTENTS)
    }
    return promisifyRequest(objects.transaction)
  }).catch(() => undefined)
}

/** Pages of another user are deleted. */
export const belongTo = (viewer: Viewer | null): Promise<void> =>
  change((contents) => {
    const isSame = contents !== undefined && contents.viewer?.nickname === viewer?.nickname
    return { next: { viewer, pages: isSame ? contents.pages : [] } }
  })

export async function keptViewer(): Promise<Viewer | null> {
  return (await readContents())?.viewer ?? null
}

export async function keptPages(): Promise<KeptPage[]> {
  return (await readContents())?.pages ?? []
}

const readContents = () => get<Contents>(CONTENTS, store).catch(() => undefined)

/** True for data about accounts, here and at the streaming service, which is never stored on the device. */
const isSecret = ([path]: QueryKey) =>
  Array.isArray(path) && (path[0] === 'auth' || path[0] === 'account' || path.join('.') === 'spotify.status')

export async function keepPage(address: string, nickname: string | undefined): Promise<void> {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) =>
      query.isActive() && query.state.status === 'success' && !isSecret(query.queryKey),
    shouldDehydrateMutation: () => false,
  })
  if (state.queries.length === 0) return
  // Later events are not included: the page's time is that of its oldest data.
  const at = Math.min(...state.queries.map((query) => query.state.dataUpdatedAt))
  const page = { address, title: document.title, at, size: JSON.stringify(state).length }
  await change((contents) => {
    // Another tab may have logged out in the meantime.
    if (!contents || contents.viewer?.nickname !== nickname) return null
    const pages = withinLimits(
      [page, ...contents.pages.filter((other) => other.address !== address)],
      Date.now(),
    )
    return { next: { ...contents, pages }, ...(pages[0] === page && { written: [place(address), state] }) }
  })
}

/** Loads a stored page with its original age: that of the address, or of the same path with another query string. */
export async function openKept(address: string): Promise<KeptPage | null> {
  const pages = await keptPages()
  const pathOf = (page: string) => page.split('?')[0]
  const page =
    pages.find((each) => each.address === address) ??
    pages.find((each) => pathOf(each.address) === pathOf(address))
  const state = page && (await get<DehydratedState>(place(page.address), store).catch(() => undefined))
  if (!state) return null
  hydrate(queryClient, state, { defaultOptions: { deserializeData: asReadBefore } })
  return page
}
