import { texts } from '../texts/listening.ts'
import { ListeningMark } from './ListeningMark.tsx'
import { usePlaying } from './usePlaying.ts'

/** What somebody plays at this moment, on their profile; nothing if they play nothing that the viewer may see. */
export default function Listening({ nickname }: { nickname: string }) {
  const [playing] = usePlaying(nickname)
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
