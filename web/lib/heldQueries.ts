import { TRPCClientError, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { AppRouter } from '../../server/router.ts'

/** After these the server refuses the page's queries, until the page has adopted that nobody is signed in. */
const ENDS_SESSION = new Set(['auth.logout', 'auth.deleteAccount'])

type Query = { send: () => void; stop: () => void; drop: () => void }

/** Queries that have no answer yet. */
const queries = new Set<Query>()
let isHeld = false

function hold() {
  isHeld = true
  for (const { stop } of queries) stop()
}

function sendHeld() {
  // Another tab's logout may have let them pass before.
  if (!isHeld) return
  isHeld = false
  for (const { send } of queries) send()
}

/** Lets queries pass again, without those of the user who has left. */
export function dropHeldQueries(): void {
  if (!isHeld) return
  isHeld = false
  for (const { drop } of queries) drop()
}

/** Holds queries from the click on Logout on; after a failure they are sent, otherwise `dropHeldQueries` ends them. */
export const holdQueries: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      if (ENDS_SESSION.has(op.path)) {
        hold()
        return next(op).subscribe({
          ...observer,
          error(error) {
            sendHeld()
            observer.error(error)
          },
        })
      }
      if (op.type !== 'query') return next(op).subscribe(observer)
      let stopAttempt = () => {}
      const query: Query = {
        send() {
          // A stopped attempt fails later.
          let isStopped = false
          const attempt = next(op).subscribe({
            next: (value) => isStopped || observer.next(value),
            error: (error) => isStopped || observer.error(error),
            complete: () => isStopped || observer.complete(),
          })
          stopAttempt = () => {
            isStopped = true
            attempt.unsubscribe()
          }
        },
        stop: () => stopAttempt(),
        drop: () => observer.error(TRPCClientError.from(new Error('Signed out'))),
      }
      queries.add(query)
      if (!isHeld) query.send()
      return () => {
        queries.delete(query)
        query.stop()
      }
    })
