import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../lib/sql.ts'

/** Whether what belongs to a person (`u`) is shown: nothing of somebody who is disabled is. */
export const isVisible = <Of extends { u: Tables['User'] }, From extends keyof Of>(
  eb: ExpressionBuilder<Of, From | 'u'>,
) => eb('u.disabledAt' as never, 'is', null as never)
