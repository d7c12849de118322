import { useState } from 'react'
import { trpc } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { OtherServices } from './OtherServices.tsx'
import { Players } from './Players.tsx'
import { PlayLevels } from './PlayLevels.tsx'

/** Between two looks at a fetch that runs, in milliseconds. */
const LOOK = 3_000
const MINUTE = 60_000

export default function ScrobblingSettings() {
  const [pullsUntil, setPullsUntil] = useState(0)
  const settings = trpc.scrobbling.mine.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const isFirst = (name: string, { at, problem }: { at: string | null; problem: string | null }) =>
        name !== '' && at === null && problem === null
      const isFetching =
        data !== undefined &&
        (isFirst(data.lastfmUser, data.pulls.lastfm) ||
          isFirst(data.listenBrainzUser, data.pulls.listenbrainz))
      return isFetching || Date.now() < pullsUntil ? LOOK : false
    },
  })
  if (!settings.data)
    return <SectionPlaceholder query={settings} failed={texts.plays.failed} className="h-80" />
  return (
    <div className="flex flex-col gap-10">
      <Players settings={settings.data} />
      <PlayLevels settings={settings.data} />
      <OtherServices settings={settings.data} onPull={() => setPullsUntil(Date.now() + MINUTE)} />
    </div>
  )
}
