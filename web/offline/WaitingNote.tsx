import { texts } from '../../shared/texts.ts'

export function WaitingNote() {
  return <span className="block text-sm text-muted">{texts.away.waiting}</span>
}
