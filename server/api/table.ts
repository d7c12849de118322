import type { ProcedureName, Row } from './row.ts'
import { albumRows } from './table/albums.ts'
import { commentRows, listRows } from './table/lists.ts'
import { activityRows, favoriteRows, listenLaterRows, logRows } from './table/own.ts'
import { peopleRows } from './table/people.ts'
import { playRows } from './table/plays.ts'

/** All operations of the API. Everything else about it is made from them. */
export const table: readonly Row[] = [
  ...peopleRows,
  ...albumRows,
  ...logRows,
  ...favoriteRows,
  ...listenLaterRows,
  ...listRows,
  ...commentRows,
  ...activityRows,
  ...playRows,
]

/** The procedures that tokens open, each with the scope that it needs. All others are closed to tokens. */
export const scopeOfProcedure: ReadonlyMap<string, 'read' | 'write'> = new Map(
  table.flatMap(({ procedures, who }) =>
    procedures.map((name): [ProcedureName, 'read' | 'write'] => [name, who === 'write' ? 'write' : 'read']),
  ),
)
