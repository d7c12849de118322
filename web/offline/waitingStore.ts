import { createStore, promisifyRequest } from 'idb-keyval'
import type { Waiting, WaitingStore } from './waiting.ts'

const THINGS = 'things'
const database = createStore('plak-waiting', THINGS)

/** Rejects if the browser stores nothing (private window, full disk). */
export const waitingStore: WaitingStore = {
  change: async (update) =>
    database('readwrite', (objects) => {
      const request = objects.get(THINGS) as IDBRequest<Waiting[] | undefined>
      return new Promise((resolve, reject) => {
        let result: ReturnType<typeof update>['result']
        request.onsuccess = () => {
          const change = update(request.result ?? [])
          result = change.result
          if (change.things) objects.put(change.things, THINGS)
        }
        promisifyRequest(objects.transaction).then(() => resolve(result), reject)
      })
    }),
}
