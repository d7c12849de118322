import type { Prisma } from '../generated/prisma/client.ts'

/**
 * What is known of each column that the product holds:
 * `exported`: the person's own data, as it stands. `json`: the same, kept as a text of JSON; `day`: a day without a time;
 * `flag`: true or false.
 * `level`: who may see it, as the person has chosen it.
 * `tags`: the number of a listening's tags, exported as their names.
 * `internal`: means something to the product alone (row numbers, hashes, sealed tokens); it leaves in no export.
 * `album`, `person`, `list`, `review`, `comment`: the number of something, exported as the names that people know it by.
 */
export type ColumnClass = 'exported' | 'json' | 'day' | 'flag' | 'level' | 'tags' | 'internal' | Reference
export type Reference = 'album' | 'person' | 'list' | 'review' | 'comment'

type Columns<Model extends Prisma.ModelName> = (typeof Prisma)[`${Model}ScalarFieldEnum`]

/** How the rows and columns of each model are classified. */
export type Classes = { [Model in Prisma.ModelName]: ModelClass<Model> }

/** Who owns a row: named by its own column, through its list, its tag or its import, or no one (the catalogue, the event log's state). */
type ModelClass<Model extends Prisma.ModelName> = {
  owner: keyof Columns<Model> | 'list' | 'tag' | 'import' | 'nobody'
  /** the rest of the primary key beside the owner: the order of the export */
  order: readonly (keyof Columns<Model>)[]
  /** a condition in SQL for rows that leave with an export; all do where there is none */
  isExported?: string
  columns: Record<keyof Columns<Model>, ColumnClass>
}

/** Rows without an owner. */
export const nobodys = { owner: 'nobody', order: [] } as const
