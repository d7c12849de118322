import { sql, type UpdateObject } from 'kysely'
import { activeStates, hasEnded, type ImportState } from '../../shared/imports.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { databaseNow, kysely, run, type Tables } from '../lib/sql.ts'
import type { LockedUser } from '../users/lock.ts'
import { countRows } from './counts.ts'

// The states of an import and the transitions between them. No other file writes `Import.state`.

type Step = { from: readonly ImportState[]; to: ImportState }
const transitions = {
  receive: { from: ['uploading'], to: 'reading' },
  /** a setting changes the meaning of the rows */
  readAgain: { from: ['reading', 'preview'], to: 'reading' },
  open: { from: ['reading'], to: 'preview' },
  start: { from: ['preview'], to: 'importing' },
  /** the user is suspended; rows that are already written are kept */
  pause: { from: ['importing'], to: 'preview' },
  finish: { from: ['importing'], to: 'done' },
  fail: { from: ['reading', 'preview'], to: 'failed' },
  cancel: { from: ['uploading', 'reading', 'preview', 'importing'], to: 'cancelled' },
  /** the account is being removed */
  stop: { from: activeStates, to: 'cancelled' },
  undo: { from: ['done', 'cancelled'], to: 'undoing' },
  finishUndo: { from: ['undoing'], to: 'undone' },
} as const satisfies Record<string, Step>

export type Transition = keyof typeof transitions
type Columns = Omit<
  UpdateObject<Tables, 'Import'>,
  'id' | 'userId' | 'state' | 'lease' | 'leasedUntil' | 'turnAt'
>

export const statesBefore = (transition: Transition): readonly ImportState[] => transitions[transition].from

const noLease = { lease: null, leasedUntil: null }

/** Every transition releases the lease. Only a state in which there is work to do has a turn. */
function transit(transition: Transition, columns: Columns = {}) {
  const { from, to } = transitions[transition]
  const turnAt = hasEnded(to) ? null : databaseNow
  return kysely
    .updateTable('Import')
    .set({ ...columns, ...noLease, turnAt, state: to })
    .where('state', 'in', from)
}

/** @throws conflict, without a change, if the import is in another state or does not exist */
export async function move(
  tx: Tx,
  transition: Transition,
  { id, ...columns }: Columns & { id: number },
): Promise<void> {
  if ((await run(tx, transit(transition, columns).where('id', '=', id))) === 0)
    throw conflict('imports.notNow')
}

export const isRefused = (error: unknown): boolean =>
  error instanceof DomainError && error.id === 'imports.notNow'

/** The caller must delete the upload. @throws conflict */
export async function end(
  tx: Tx,
  transition: 'finish' | 'fail' | 'cancel',
  { id, now, error = null }: { id: number; now: Date; error?: string | null },
): Promise<void> {
  const outcome = JSON.stringify({ counts: await countRows(tx, id) })
  await move(tx, transition, { id, error, endedAt: now, outcome, fileKey: null })
}

export const stopImports = (tx: Tx, userId: LockedUser): Promise<number> =>
  run(tx, transit('stop').where('userId', '=', userId))

/**
 * Running jobs lose their lease immediately. An import that was writing returns to the preview, from which its owner can start it
 * again. The others continue when the account is enabled.
 */
export function pauseImports(tx: Tx, userId: LockedUser): Promise<number> {
  const { from, to } = transitions.pause
  const state = sql<ImportState>`IF(state IN (${sql.join(from)}), ${to}, state)`
  const workingStates = activeStates.filter((each) => each !== 'uploading')
  const all = kysely.updateTable('Import').set({ state, ...noLease })
  return run(tx, all.where('userId', '=', userId).where('state', 'in', workingStates))
}

/** Lets the worker look at an import that waits for nothing. */
export const wake = (tx: Tx, id: number): Promise<number> =>
  run(tx, kysely.updateTable('Import').set({ turnAt: databaseNow }).where('id', '=', id))
