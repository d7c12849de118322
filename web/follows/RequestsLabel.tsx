import { texts } from '../../shared/texts.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useRequests } from './useRequests.ts'

export function RequestsLabel() {
  const count = useRequests().data?.pages[0]?.count ?? 0
  return (
    <>
      {texts.follows.requests}
      {count > 0 && <CountBadge count={count} />}
    </>
  )
}
