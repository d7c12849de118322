import { Link } from 'wouter'
import type { Playing } from '../../shared/nowPlaying.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/listening.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
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
    <div
      className={classes(
        'not-empty:mt-4 not-empty:mb-6 not-empty:space-y-4 sm:not-empty:mt-6 lg:not-empty:mb-10',
        // An empty feed is below the heading, not next to it.
        'lg:not-in-[:has([data-empty])]:not-empty:mt-0',
      )}
    >
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
    <ul aria-label={texts.listening.nowPlaying} className="space-y-3">
      {playing.map((each) => (
        <PlayingRow key={each.user.nickname} playing={each} />
      ))}
    </ul>
  )
}

function PlayingRow({ playing: { user, track, artist } }: { playing: Playing }) {
  const profile = paths.profile(user.nickname)
  return (
    <li className="flex items-center gap-3">
      {/* Hidden from screen readers: the name next to it is the same link. */}
      <Link href={profile} tabIndex={-1} aria-hidden="true" className="shrink-0">
        <Avatar nickname={user.nickname} src={user.avatar} size="sm" />
      </Link>
      <div className="min-w-0 sm:flex sm:items-baseline sm:gap-3">
        <Link
          href={profile}
          className="tap block truncate rounded-sleeve font-semibold underline-offset-4 hover:underline sm:shrink-0"
        >
          {user.nickname}
        </Link>
        <p className="flex min-w-0 items-center gap-2 text-muted">
          <ListeningMark />
          <span className="truncate">{texts.listening.to(track, artist)}</span>
        </p>
      </div>
    </li>
  )
}
