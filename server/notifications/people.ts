import type { Write } from '../core/change.ts'
import { kysely, rows } from '../lib/sql.ts'
import { forgetActs, forgetThings, reapplyVisibility } from './takeBack.ts'

/**
 * Hides others' notifications about a user who was disabled, and about their things; shows them again after the user was enabled.
 */
export async function judgePerson(write: Write, userId: number): Promise<void> {
  await reapplyVisibility(write, { actor: userId })
  await reapplyVisibility(write, { owner: userId })
}

/** Deletes all notifications of others about a user who is about to be deleted, and about their things. */
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
