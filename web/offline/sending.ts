import { ACCOUNT } from '../../shared/account.ts'
import type { OwnLog } from '../../shared/logs.ts'
import { withoutOld, type Waiting, type WaitingStore } from './waiting.ts'

/** Time to wait for an answer, in ms. A change that arrived nevertheless is known by its submission. */
const PATIENCE = 30_000

type Needs = {
  store: WaitingStore
  fetch: typeof fetch
  /** origin of the server; empty in browsers */
  origin: string
  now: () => number
  /** sends the things of one account only */
  account?: string
}

type Answer =
  | { kind: 'done'; data: unknown }
  | { kind: 'refused'; id: unknown; text: string }
  | { kind: 'later'; seconds: number }
  | { kind: 'unreachable' | 'signedOut' | 'otherAccount' }

/** The answer that ended the sending; `later`: try again after these seconds. */
export type Sent = Exclude<Answer, { kind: 'refused' }>

/**
 * Sends what waits in its order, one thing at a time. Each is removed once it is answered: whatever ends this earlier, the same
 * submission is sent again.
 */
export async function sendWaiting(needs: Needs): Promise<Sent> {
  const stopped = new Map<string, Sent>()
  for (;;) {
    const thing = await takeNext(needs, stopped)
    if (!thing) return [...stopped.values()][0] ?? { kind: 'done', data: null }
    const answer = await call(needs, thing, thing.procedure, {
      method: 'POST',
      body: JSON.stringify({ ...thing.input, submission: thing.submission }),
    })
    if (answer.kind === 'done') await remove(needs, thing, answer.data)
    else if (answer.kind === 'refused') {
      const failure = await noteRefusal(needs, thing, answer)
      if (failure) return failure
    }
    // Another account on this device may have a session: only the service worker does not know whose it is.
    else if (answer.kind === 'signedOut' || answer.kind === 'otherAccount') stopped.set(thing.account, answer)
    else return answer
  }
}

/** Records that the thing may arrive before it is sent, so that a heart that arrived is not forgotten. */
function takeNext(
  { store, now, account }: Needs,
  stopped: ReadonlyMap<string, Sent>,
): Promise<Waiting | undefined> {
  return store.change((stored) => {
    const things = withoutOld(stored, now())
    const next = things.find(
      (thing) =>
        thing.state === 'waiting' &&
        !stopped.has(thing.account) &&
        (account === undefined || thing.account === account),
    )
    if (next && !next.isTried) return { things: replace(things, next, { isTried: true }), result: next }
    return { ...(things.length < stored.length && { things }), result: next }
  })
}

const replace = (things: readonly Waiting[], { submission }: Waiting, part: Partial<Waiting>): Waiting[] =>
  things.map((thing) => (thing.submission === submission ? ({ ...thing, ...part } as Waiting) : thing))

/** A later saving of the same listening is based on this one from now on. */
function remove({ store }: Needs, sent: Waiting, data: unknown): Promise<void> {
  return store.change((things) => ({
    things: basedOn(
      data as OwnLog,
      sent,
      1,
    )(things.filter(({ submission }) => submission !== sent.submission)),
    result: undefined,
  }))
}

/** Bases savings that have the same base as `sent` on this version, unless others have saved in between, too. */
const basedOn =
  (log: OwnLog, sent: Waiting, steps: number) =>
  (things: readonly Waiting[]): Waiting[] =>
    things.map((thing) => {
      const isSame =
        sent.procedure === 'logs.save' &&
        thing.procedure === 'logs.save' &&
        thing.account === sent.account &&
        thing.input.id === log.id &&
        thing.input.version === sent.input.version &&
        log.version <= (sent.input.version ?? 0) + steps
      const { version, updatedAt } = log
      return isSame ? ({ ...thing, input: { ...thing.input, version }, updatedAt } as Waiting) : thing
    })

/** Returns an answer that makes it unknown what has changed. */
async function noteRefusal(
  needs: Needs,
  thing: Waiting,
  { id, text }: { id: unknown; text: string },
): Promise<Sent | null> {
  const answer = id === 'logs.changed' ? await readLog(needs, thing) : null
  if (answer && answer.kind !== 'done' && answer.kind !== 'refused') return answer
  const current = answer?.kind === 'done' ? (answer.data as { log: OwnLog | null }).log : null
  const isUnchanged =
    thing.procedure === 'logs.save' &&
    current !== null &&
    current.updatedAt === thing.updatedAt &&
    current.version > (thing.input.version ?? 0)
  const state = id === 'logs.changed' ? 'changed' : 'refused'
  await needs.store.change((things) => ({
    // The heart of the album increases the version, too: nothing else has changed.
    things: isUnchanged ? basedOn(current, thing, Infinity)(things) : replace(things, thing, { state, text }),
    result: undefined,
  }))
  return null
}

function readLog(needs: Needs, thing: Waiting): Promise<Answer> | null {
  if (thing.procedure !== 'logs.save') return null
  const { artist, album, id } = thing.input
  const input = encodeURIComponent(JSON.stringify({ artist, album, id }))
  return call(needs, thing, `logs.mine?input=${input}`, {})
}

async function call(
  { fetch, origin }: Needs,
  { account }: Waiting,
  path: string,
  request: RequestInit,
): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/trpc/${path}`, {
      ...request,
      headers: { 'content-type': 'application/json', [ACCOUNT]: account },
      signal: AbortSignal.timeout(PATIENCE),
    })
    return answerOf(await response.json(), Number(response.headers.get('retry-after')))
  } catch {
    return { kind: 'unreachable' }
  }
}

type Body = {
  result?: { data: unknown }
  error?: { message: string; data?: { httpStatus?: number; id?: unknown } }
}

/** An answer that is not the server's, such as a proxy's or that of a network that wants a login, is none. */
function answerOf({ result, error }: Body, seconds: number): Answer {
  if (result) return { kind: 'done', data: result.data }
  const { httpStatus = 0, id } = error?.data ?? {}
  if (httpStatus === 401) return { kind: 'signedOut' }
  if (id === 'auth.otherAccount') return { kind: 'otherAccount' }
  if (httpStatus === 429 || httpStatus >= 500) return { kind: 'later', seconds }
  return httpStatus === 0 ? { kind: 'unreachable' } : { kind: 'refused', id, text: error!.message }
}
