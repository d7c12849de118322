import type { ScrobblingSettings } from '../../shared/plays.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { errorText } from '../lib/trpc.ts'
import { texts } from '../texts/plays.ts'
import { toast } from '../ui/toast.ts'
import { VisibilitySelect } from '../visibility/VisibilitySelect.tsx'
import { useSetScrobbling } from './useSetScrobbling.ts'

/** Visibility of the plays and of what is playing. */
export function PlayLevels({ settings }: { settings: ScrobblingSettings }) {
  return (
    <div className="grid max-w-reading grid-cols-1 gap-x-5 gap-y-6 sm:grid-cols-2">
      <Level name="plays" title={texts.plays.plays} hint={texts.plays.playsHint} value={settings.plays} />
      <Level
        name="nowPlaying"
        title={texts.plays.nowPlaying}
        hint={texts.plays.nowPlayingHint}
        value={settings.nowPlaying}
      />
    </div>
  )
}

type LevelProps = { name: 'plays' | 'nowPlaying'; title: string; hint: string; value: Visibility }

function Level({ name, title, hint, value }: LevelProps) {
  const set = useSetScrobbling((error) => toast.error(errorText(error, texts.plays.changeFailed)))
  // Optimistic value; an error shows the stored value again.
  const shown = set.isPending ? (set.variables[name] ?? value) : value
  return (
    <fieldset className="min-w-0">
      <legend>
        <h3 className="heading text-lg">{title}</h3>
      </legend>
      <p className="mb-3 text-sm text-muted">{hint}</p>
      <VisibilitySelect value={shown} onChoose={(level) => set.mutate({ [name]: level })} />
    </fieldset>
  )
}
