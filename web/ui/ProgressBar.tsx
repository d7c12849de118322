import { texts } from '../../shared/texts.ts'

type ProgressBarProps = {
  /** description of the work; also the accessible name unless there is a `label` */
  text: string
  percent: number
  /** accessible name, if `text` only describes the current step */
  label?: string
  /** announced instead of `text`, which changes too often */
  announcement?: string
}

export function ProgressBar({ text, percent, label = text, announcement }: ProgressBarProps) {
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={label === text ? undefined : text}
        className="h-1.5 overflow-hidden rounded-full bg-lifted"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-500 ease-settle"
          style={{ width: `max(0.375rem, ${percent}%)` }}
        />
      </div>
      <p className="mt-2.5 flex justify-between gap-4 text-sm text-muted">
        <span role={announcement === undefined ? 'status' : undefined}>{text}</span>
        <span aria-hidden="true" className="tabular-nums">
          {texts.ui.percent(percent)}
        </span>
      </p>
      {announcement !== undefined && (
        <p role="status" className="sr-only">
          {announcement}
        </p>
      )}
    </div>
  )
}
