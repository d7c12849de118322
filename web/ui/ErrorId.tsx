import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { recentErrorId } from '../lib/errorId.ts'

/**
 * Id of the failed request in small print, so that the operator finds it in the log. Empty if the failure was not on the server.
 */
export function ErrorId() {
  const [id] = useState(recentErrorId)
  return id && <small className="text-xs break-all text-muted">{texts.errorId(id)}</small>
}
