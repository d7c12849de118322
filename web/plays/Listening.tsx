import { texts } from '../texts/listening.ts'
import { ListeningMark } from './ListeningMark.tsx'
import { useLivePlaying, usePlaying } from './usePlaying.ts'

/** What somebody plays at this moment, on their profile; nothing if they play nothing that the viewer may see. */
export default function Listening({ nickname }: { nickname: string }) {
  const query = usePlaying(nickname)
  return query.data ? <LiveListening nickname={nickname} query={query} /> : null
}

type LiveListeningProps = { nickname: string; query: ReturnType<typeof usePlaying> }

function LiveListening({ nickname, query }: LiveListeningProps) {
  const [playing] = useLivePlaying({ ...query, data: query.data! }, nickname)
  return (
    <div role="status" aria-label={texts.listening.nowPlaying}>
      {playing && (
        <p className="mt-6 flex items-center gap-3 font-medium">
          <ListeningMark />
          <span className="min-w-0 wrap-anywhere">{texts.listening.to(playing.track, playing.artist)}</span>
        </p>
      )}
    </div>
  )
}
