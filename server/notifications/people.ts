import type { Write } from '../core/change.ts'
import { kysely, rows } from '../lib/sql.ts'
import { forgetActs, forgetThings, reapplyVisibility } from './takeBack.ts'

/** A person was disabled or enabled: others' notifications about them and their things are hidden, or shown again. */
export async function judgePerson(write: Write, userId: number): Promise<void> {
  await reapplyVisibility(write, { actor: userId })
  await reapplyVisibility(write, { owner: userId })
}

/** Ends all notifications of others about a person who is about to be deleted, and about their things. */
export async function forgetPerson(write: Write, userId: number): Promise<void> {
  await forgetActs(write, userId)
  const ids = async (table: 'Log' | 'List' | 'Comment') =>
    (await rows(write.tx, kysely.selectFrom(table).select('id').where('userId', '=', userId))).map(
      ({ id }) => id,
    )
  await forgetThings(write, { comments: await ids('Comment') })
  await forgetThings(write, { logs: await ids('Log') })
  await forgetThings(write, { lists: await ids('List') })
}
