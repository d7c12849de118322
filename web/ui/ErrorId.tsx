import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { recentErrorId } from '../lib/errorId.ts'

/** The id of the failure that is being shown, small: the operator finds it in the log. Nothing where the server has no part in it. */
export function ErrorId() {
  const [id] = useState(recentErrorId)
  return id && <small className="text-xs break-all text-muted">{texts.errorId(id)}</small>
}
