import type { SpotifyProgress } from '../../shared/spotify.ts'
import { texts } from '../../shared/texts.ts'
import { percentOf, stepText } from './progress.ts'

export function SyncProgress({ progress }: { progress: SpotifyProgress }) {
  const percent = percentOf(progress)
  return (
    <div className="mt-5">
      <div
        role="progressbar"
        aria-label={texts.spotify.syncWith}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={stepText(progress)}
        className="h-1.5 overflow-hidden rounded-full bg-lifted"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-settle"
          style={{ width: `max(0.375rem, ${percent}%)` }}
        />
      </div>
      <p className="mt-2.5 flex justify-between gap-4 text-sm text-muted">
        {stepText(progress)}
        <span aria-hidden="true">{texts.spotify.percent(percent)}</span>
      </p>
      {/* Announced block by block: every page would be too much. */}
      <p role="status" className="sr-only">
        {texts.spotify.syncingBlock(texts.spotify.blocks[progress.block])}
      </p>
    </div>
  )
}
