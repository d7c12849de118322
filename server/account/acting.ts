import type { Write } from '../core/change.ts'
import type { Tx } from '../lib/db.ts'

/** Runs in the transaction of an act. The command line has nothing to add. */
export type Acting = {
  before: (tx: Tx) => Promise<void>
  after: (write: Pick<Write, 'tx' | 'now'>, subject: { id: number; sessions: number }) => Promise<void>
}

export const byOperator: Acting = { before: async () => {}, after: async () => {} }
