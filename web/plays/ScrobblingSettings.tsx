import { useLiveChanges } from '../lib/live.ts'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { OtherServices } from './OtherServices.tsx'
import { Players } from './Players.tsx'
import { PlayLevels } from './PlayLevels.tsx'

export default function ScrobblingSettings() {
  const settings = trpc.scrobbling.mine.useQuery(undefined, { staleTime: 0 })
  const { mine } = trpc.useUtils().scrobbling
  const refetch = () => mine.invalidate()
  useLiveChanges(trpc.plays.live, {
    onEvent: (event) => void (event.type === 'scrobbling.changed' && refetch()),
    refetch,
  })
  if (!settings.data)
    return <SectionPlaceholder query={settings} failed={texts.plays.failed} className="h-80" />
  return (
    <div className="flex flex-col gap-10">
      <Players settings={settings.data} />
      <PlayLevels settings={settings.data} />
      <OtherServices settings={settings.data} />
    </div>
  )
}
