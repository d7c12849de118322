import { Link } from 'wouter'
import type { Playing } from '../../shared/nowPlaying.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/listening.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ListeningMark } from './ListeningMark.tsx'
import Prompts from './Prompts.tsx'
import { useLivePlaying, usePlaying } from './usePlaying.ts'
import { usePrompts } from './usePrompts.ts'
import { WatchPrompts } from './WatchPrompts.tsx'

/** Top of the feed: what the viewer and the people they follow play now, and what the viewer may want to log. */
export default function FeedTop({ nickname }: { nickname: string }) {
  const playing = usePlaying()
  const prompts = usePrompts()
  return (
    <div className="not-empty:mt-4 not-empty:mb-6 not-empty:space-y-4 sm:not-empty:mt-6 lg:not-empty:mt-0 lg:not-empty:mb-10">
      {playing.data && <PlayingRows query={playing} />}
      {prompts.data && (
        <>
          <WatchPrompts from={prompts.data.live} />
          <Prompts nickname={nickname} prompts={prompts.data.items} />
        </>
      )}
    </div>
  )
}

function PlayingRows({ query }: { query: ReturnType<typeof usePlaying> }) {
  const playing = useLivePlaying({ ...query, data: query.data! })
  if (playing.length === 0) return null
  return (
    <ul aria-label={texts.listening.nowPlaying} className="space-y-2">
      {playing.map((each) => (
        <PlayingRow key={each.user.nickname} playing={each} />
      ))}
    </ul>
  )
}

function PlayingRow({ playing: { user, track, artist } }: { playing: Playing }) {
  return (
    <li className="flex min-w-0 items-center gap-3">
      <Link
        href={paths.profile(user.nickname)}
        className="tap flex shrink-0 items-center gap-3 rounded-full font-semibold underline-offset-4 hover:underline"
      >
        <Avatar nickname={user.nickname} src={user.avatar} size="sm" />
        <span className="max-w-32 truncate">{user.nickname}</span>
      </Link>
      <ListeningMark />
      <span className="min-w-0 truncate text-muted">{texts.listening.to(track, artist)}</span>
    </li>
  )
}
