import { isAway } from '../lib/away.ts'
import { forgetOnDevice, keepOnDevice, partsOf, readOnDevice } from '../lib/onDevice.ts'
import { onPersonGone } from '../lib/personal.ts'
import { openChannel } from '../lib/tabs.ts'
import { isAnswer, queryClient, trpcClient } from '../lib/trpc.ts'
import { sendWaiting, type Sent } from './sending.ts'
import { withoutOld, withThing, type About, type Waiting, type WaitingChange } from './waiting.ts'
import { setWaiting, WAITING_MARK, waitingThings } from './waitingList.ts'
import { waitingStore } from './waitingStore.ts'

/** Name of the lock, the channel and the Background Sync (web/offline/worker.ts). */
const WAITING = 'plak-waiting'
const ACCOUNT = 'plak-account'
/** Time after which the stored account is used, in milliseconds. */
const PATIENCE = 10_000

const channel = openChannel(WAITING)
let account: string | null = null
/** Resolves when the account of the page's user is known. */
let opening: Promise<string | null> = Promise.resolve(null)
onPersonGone(forgetAccount)

function forgetAccount() {
  account = null
  opening = Promise.resolve(null)
  forgetOnDevice(ACCOUNT)
}

/** The account that the server named last, which must be known without a connection. */
function storedAccount(nickname: string): string | null {
  const stored = partsOf<{ nickname: string; account: string }>(readOnDevice(ACCOUNT))
  return stored.nickname === nickname && typeof stored.account === 'string' ? stored.account : null
}

/** Asks the server, because somebody else can have taken the nickname since the last visit. */
async function findAccount(nickname: string | null): Promise<string | null> {
  if (nickname === null) {
    forgetOnDevice(ACCOUNT)
    return null
  }
  if (isAway()) return storedAccount(nickname)
  try {
    const options = { signal: AbortSignal.timeout(PATIENCE) }
    const [answer, viewer] = await Promise.all([
      trpcClient.auth.account.query(undefined, options),
      trpcClient.auth.me.query(undefined, options),
    ])
    // Another tab can have logged in as somebody else.
    if (viewer?.nickname !== nickname) return null
    keepOnDevice(ACCOUNT, { nickname, ...answer })
    return answer.account
  } catch (error) {
    return isAnswer(error) ? null : storedAccount(nickname)
  }
}

/** Returns the account that the last call of `openQueue` finds. */
async function openedAccount(): Promise<string | null> {
  for (;;) {
    const current = opening
    const found = await current
    if (current === opening) return found
  }
}

/** Loads what waits for this user, or for nobody; returns the number of things of all accounts. */
export async function openQueue(nickname: string | null): Promise<number> {
  opening = findAccount(nickname)
  account = await openedAccount()
  return await readWaiting()
}

/** Shows what is stored; things that another tab or the service worker has sent have changed the pages. */
export async function readWaiting(): Promise<number> {
  const things = await waitingStore
    .change((stored) => {
      const fresh = withoutOld(stored, Date.now())
      return { ...(fresh.length < stored.length && { things: fresh }), result: fresh }
    })
    .catch(() => [])
  if (things.length > 0) keepOnDevice(WAITING_MARK, true)
  else forgetOnDevice(WAITING_MARK)
  const next = things.filter((thing) => thing.account === account)
  const isAnyGone = waitingThings().some(
    ({ submission }) => !next.some((thing) => thing.submission === submission),
  )
  setWaiting(next)
  if (isAnyGone) void queryClient.invalidateQueries()
  return things.length
}

async function readEverywhere() {
  channel?.postMessage(null)
  await readWaiting()
}

/** Calls `listener` after another tab or the service worker has changed what waits. */
export function onWaitingElsewhere(listener: () => void): () => void {
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}

type NewThing = WaitingChange & About & Pick<Waiting, 'submission' | 'isTried'>

/** Returns 'nowhere' if the device stores nothing, or the account is not known. */
export async function keepWaiting(thing: NewThing): Promise<'kept' | 'full' | 'nowhere'> {
  const owner = await openedAccount()
  if (owner === null) return 'nowhere'
  const whole: Waiting = { ...thing, account: owner, madeAt: Date.now(), state: 'waiting' }
  const outcome = await waitingStore
    .change((stored) => {
      const things = withThing(withoutOld(stored, Date.now()), whole)
      return things ? { things, result: 'kept' as const } : { result: 'full' as const }
    })
    .catch(() => 'nowhere' as const)
  if (outcome === 'kept') {
    await readEverywhere()
    void requestSync()
  }
  return outcome
}

/** Lets the browser wake the service worker when there is a connection, also after the page was closed. */
async function requestSync() {
  type Syncing = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }
  const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined
  await registration?.sync?.register(WAITING).catch(() => undefined)
}

export async function removeWaiting(isRemoved: (thing: Waiting) => boolean): Promise<void> {
  await waitingStore
    .change((things) => ({
      things: things.filter((thing) => thing.account !== account || !isRemoved(thing)),
      result: undefined,
    }))
    .catch(() => undefined)
  await readEverywhere()
}

/** Nothing of the account stays on the device. */
export async function forgetQueue(): Promise<void> {
  await removeWaiting(() => true)
  forgetAccount()
}

/** Sends what waits for the user, unless another tab or the service worker does it already: then after it. */
export async function sendQueue(): Promise<Sent> {
  if (account === null) return { kind: 'done', data: null }
  const needs = {
    store: waitingStore,
    fetch: fetch.bind(window),
    origin: '',
    now: Date.now,
    account,
  }
  const send = () => sendWaiting(needs)
  // Web Locks only exist on https. Without them the server recognizes what arrives twice.
  const sent = await (navigator.locks ? navigator.locks.request(WAITING, send) : send())
  // The session belongs to somebody else: nothing of this account is shown to them.
  if (sent.kind === 'otherAccount') forgetAccount()
  await readEverywhere()
  // Lets the page notice that its session has ended.
  if (sent.kind === 'signedOut') await trpcClient.auth.account.query().catch(() => undefined)
  return sent
}
