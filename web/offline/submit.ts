import { getUntypedClient, TRPCClientError } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/router.ts'
import { texts } from '../../shared/texts.ts'
import { isAway, isReachable } from '../lib/away.ts'
import { newSubmission } from '../lib/submission.ts'
import { isAnswer, trpcClient } from '../lib/trpc.ts'
import type { keepWaiting } from './queue.ts'
import type { About, WaitingChange, WaitingInput, WaitingProcedure } from './waiting.ts'
import { waitingThings } from './waitingList.ts'

/** Time after which a connection counts as lost, in milliseconds. */
const PATIENCE = 20_000

type Outputs = inferRouterOutputs<AppRouter>
type OutputOf<Procedure extends WaitingProcedure> = Procedure extends `${infer Noun}.${infer Verb}`
  ? Noun extends keyof Outputs
    ? Verb extends keyof Outputs[Noun]
      ? Outputs[Noun][Verb]
      : never
    : never
  : never

/** The last attempt of each procedure that was not answered: it may have arrived, and the same attempt keeps its submission. */
const unanswered = new Map<WaitingProcedure, { json: string; submission: string }>()

type Options = About & { submission?: string }

/**
 * Sends a change; while the server is away, or behind others that wait, it is stored on the device and sent later. Returns null then.
 * @throws the server's error; or an error without an answer if it cannot be stored
 */
export async function submit<Procedure extends WaitingProcedure>(
  procedure: Procedure,
  input: WaitingInput<Procedure>,
  { submission: ownSubmission, ...about }: Options = {},
): Promise<OutputOf<Procedure> | null> {
  const json = JSON.stringify(input)
  const previous = unanswered.get(procedure)
  const submission =
    ownSubmission ?? (previous?.json === json ? previous.submission : null) ?? newSubmission()
  let failure: unknown = TRPCClientError.from(new Error('Not sent'))
  let isTried = false
  if (!isAway() && !waitingThings().some(({ state }) => state === 'waiting')) {
    try {
      const options = { signal: AbortSignal.timeout(PATIENCE) }
      const answer = await getUntypedClient(trpcClient).mutation(procedure, { ...input, submission }, options)
      unanswered.delete(procedure)
      return answer as OutputOf<Procedure>
    } catch (error) {
      if (isAnswer(error)) throw error
      unanswered.set(procedure, { json, submission })
      // One request can fail although the server is there: then the user tries again.
      if (await isReachable()) throw error
      failure = error
      isTried = true
    }
  }
  const change = { procedure, input } as unknown as WaitingChange
  const outcome = await keep({ ...change, ...about, submission, isTried })
  if (outcome === 'full') throw fullError()
  if (outcome === 'nowhere') throw failure
  unanswered.delete(procedure)
  return null
}

const keep: typeof keepWaiting = async (thing) => {
  const queue = await import('./queue.ts').catch(() => null)
  return queue ? await queue.keepWaiting(thing) : 'nowhere'
}

/** Like an answer of the server, so that forms show its text. */
const fullError = () =>
  TRPCClientError.from({
    error: {
      code: -32603,
      message: texts.away.full,
      data: { code: 'CONFLICT', httpStatus: 507, fields: {} },
    },
  })

/** Removes a saving that was changed elsewhere, after the user has decided what to keep. */
export async function settleChanged(submission: string): Promise<void> {
  // Without its code the saving stays in the list, where it can be removed.
  await import('./queue.ts')
    .then(({ removeWaiting }) => removeWaiting((thing) => thing.submission === submission))
    .catch(() => undefined)
}

/** Deletes what waits, when the user leaves the device for good. */
export async function forgetWaiting(): Promise<void> {
  // Without its code nothing can wait either.
  await import('./queue.ts').then(({ forgetQueue }) => forgetQueue()).catch(() => undefined)
}
