import type { ExpressionBuilder } from 'kysely'
import type { Tables } from './lib/sql.ts'

/** Whether what belongs to a person is shown: nothing of a disabled person is. The alias is the person's in the statement. */
export const isVisibleOf =
  <Alias extends string>(alias: Alias) =>
  <Of extends Record<Alias, Tables['User']>, From extends keyof Of>(
    eb: ExpressionBuilder<Of, From | Alias>,
  ) =>
    eb(`${alias}.disabledAt` as never, 'is', null as never)

/** The same for the usual alias, `u`. */
export const isVisible = isVisibleOf('u')
