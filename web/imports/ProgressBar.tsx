import { texts } from '../../shared/texts.ts'

type ProgressBarProps = {
  /** description of the work; also the accessible name */
  text: string
  /** 0 to 1 */
  done: number
}

export function ProgressBar({ text, done }: ProgressBarProps) {
  const percent = Math.floor(done * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-lifted"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-settle"
          style={{ width: `max(0.375rem, ${percent}%)` }}
        />
      </div>
      <p className="mt-2.5 flex justify-between gap-4 text-sm text-muted">
        <span role="status">{text}</span>
        <span aria-hidden="true" className="tabular-nums">
          {texts.spotify.percent(percent)}
        </span>
      </p>
    </div>
  )
}
