import type { Prisma } from '../../generated/prisma/client.ts'

/**
 * Class of a column, which decides how it is exported:
 * `exported`: the user's own data, as stored. `json`: the same, stored as JSON text. `day`: a day without a time. `flag`: true or
 * false.
 * `level`: the visibility that the user chose.
 * `tags`: the number of a listening's tags, exported as their names.
 * `internal`: only used by the product (row ids, hashes, encrypted tokens); never exported.
 * `album`, `person`, `list`, `review`, `comment`: an id, exported as the names that people know the thing by.
 */
export type ColumnClass = 'exported' | 'json' | 'day' | 'flag' | 'level' | 'tags' | 'internal' | Reference
export type Reference = 'album' | 'person' | 'list' | 'review' | 'comment'

type Columns<Model extends Prisma.ModelName> = (typeof Prisma)[`${Model}ScalarFieldEnum`]

export type Classes = { [Model in Prisma.ModelName]: ModelClass<Model> }

/**
 * Owner of a row: a column that holds the user's id; or the owner of its list, tag or import; or nobody (the catalogue, the state
 * of the event log).
 */
type ModelClass<Model extends Prisma.ModelName> = {
  owner: keyof Columns<Model> | 'list' | 'tag' | 'import' | 'nobody'
  /** the rest of the primary key besides the owner: the order of the export */
  order: readonly (keyof Columns<Model>)[]
  /** a column that must be null in the rows that are exported */
  unless?: keyof Columns<Model>
  /** a column, and its value in the rows that are not exported */
  except?: readonly [column: keyof Columns<Model>, value: string]
  columns: Record<keyof Columns<Model>, ColumnClass>
}

export const nobodys = { owner: 'nobody', order: [] } as const
