import { trpc } from '../lib/trpc.ts'
import { useLiveReports } from './useReports.ts'

/** How many reports are open, live; nothing while there are none. */
export default function OpenReports() {
  useLiveReports()
  const { data } = trpc.moderation.count.useQuery()
  if (!data?.open) return null
  return (
    <span className="ml-auto rounded-full bg-accent px-2 py-0.5 text-sm font-semibold text-on-accent tabular-nums">
      {data.open}
    </span>
  )
}
