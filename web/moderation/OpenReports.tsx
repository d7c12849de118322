import { trpc } from '../lib/trpc.ts'
import { CountBadge } from '../ui/CountBadge.tsx'
import { useLiveReports } from './useReports.ts'

export default function OpenReports() {
  useLiveReports()
  const { data } = trpc.moderation.count.useQuery()
  if (!data?.open) return null
  return <CountBadge count={data.open} />
}
