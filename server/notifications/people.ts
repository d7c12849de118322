import type { Tx } from '../lib/db.ts'
import { kysely, rows } from '../lib/sql.ts'
import type { Emit } from '../live/change.ts'
import { forgetActs, forgetThings, reapplyVisibility } from './takeBack.ts'

/** A person was disabled or enabled: others' notifications about them and their things are hidden, or shown again. */
export async function judgePerson(tx: Tx, emit: Emit, userId: number): Promise<void> {
  await reapplyVisibility(tx, emit, { actor: userId })
  await reapplyVisibility(tx, emit, { owner: userId })
}

/** Ends all notifications of others about a person who is about to be deleted, and about their things. */
export async function forgetPerson(tx: Tx, emit: Emit, userId: number): Promise<void> {
  await forgetActs(tx, emit, userId)
  const ids = async (table: 'Log' | 'List' | 'Comment') =>
    (await rows(tx, kysely.selectFrom(table).select('id').where('userId', '=', userId))).map(({ id }) => id)
  await forgetThings(tx, emit, { comments: await ids('Comment') })
  await forgetThings(tx, emit, { logs: await ids('Log') })
  await forgetThings(tx, emit, { lists: await ids('List') })
}
