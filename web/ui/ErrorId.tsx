import { useState } from 'react'
import { texts } from '../../shared/texts.ts'
import { recentErrorId } from '../lib/errorId.ts'

/** Empty if the failure was not on the server. */
export function ErrorId() {
  const [id] = useState(recentErrorId)
  return id && <small className="text-xs break-all text-muted">{texts.errorId(id)}</small>
}
