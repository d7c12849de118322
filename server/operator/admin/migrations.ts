import { readMigrationState } from '../../lib/migrate.ts'
import { readSettings } from '../../lib/settings.ts'
import { moment, type Task } from './task.ts'

export const migrations: Task = {
  does: 'shows which migrations the database has, and which `npm run migrate` would apply',
  async alone({ env }) {
    const state = await readMigrationState(readSettings(env).DATABASE_URL)
    const lines = [
      ...state.applied
        .filter(({ name }) => !state.unknown.includes(name))
        .map(({ name, at }) => `applied  ${name}  ${moment(at)}`),
      ...state.failed.map(({ name, why }) => `failed   ${name}  ${why ?? 'it did not finish'}`),
      ...state.unknown.map((name) => `unknown  ${name}  of a newer version`),
      ...state.pending.map((name) => `pending  ${name}`),
    ]
    const { pending, unknown, failed } = state
    const schema =
      failed.length > 0 ? 'failed' : pending.length > 0 ? 'behind' : unknown.length > 0 ? 'ahead' : 'ok'
    return { said: [...lines, '', sentences[schema]].join('\n'), data: { schema, ...state } }
  },
}

const sentences = {
  ok: 'The database has the schema of this version.',
  behind: 'Pending ones are applied by `npm run migrate`, in this order; back up the database before.',
  ahead:
    'The database is newer than this version: run a newer one, or restore the backup of before the upgrade.',
  failed: 'A migration failed half-way: restore the backup of before, then `npm run migrate`.',
}
