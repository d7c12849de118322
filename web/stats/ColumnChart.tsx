import { classes } from '../ui/classes.ts'

type Column = { name: string; label: string; value: number; text: string }
type ColumnChartProps = {
  /** its name for screen readers */
  label: string
  columns: readonly Column[]
  /** every how many labels are shown if there is little room */
  sparse?: number
  className?: string
}

/** In percent: a column, and the gap between two. */
const GAP = 24

/** Vertical bars with their values above them. Lengths that do not grow with the text are in percent. */
export function ColumnChart({ label, columns, sparse = 1, className }: ColumnChartProps) {
  const maximum = Math.max(...columns.map(({ value }) => value), 1)
  const width = 100 / columns.length
  return (
    <div className="@container">
      <svg role="img" aria-label={label} className={classes('block h-40 w-full overflow-visible', className)}>
        {columns.map(({ name, value, text }, index) => {
          const height = value === 0 ? 0.8 : Math.max(2, (value / maximum) * 100)
          return (
            <g key={name} className="group/column">
              <title>{text}</title>
              {/* The whole column shows the tooltip, even if its bar is low. */}
              <rect x={`${index * width}%`} width={`${width}%`} height="100%" fill="transparent" />
              <rect
                x={`${(index + GAP / 200) * width}%`}
                y={`${100 - height}%`}
                width={`${width * (1 - GAP / 100)}%`}
                height={`${height}%`}
                rx={2}
                fill="currentColor"
                fillOpacity={value === 0 ? 0.35 : 1}
              />
            </g>
          )
        })}
      </svg>
      <div aria-hidden="true" className="mt-2 flex border-t border-line pt-2">
        {columns.map(({ name, label: own, value }, index) => (
          <span
            key={name}
            className={classes(
              'min-w-0 flex-1 text-center text-xs text-muted',
              (columns.length - 1 - index) % sparse !== 0 && '@max-[30rem]:invisible',
            )}
          >
            <span className="block whitespace-nowrap">{own}</span>
            {value > 0 && <span className="block font-semibold text-ink tabular-nums">{value}</span>}
          </span>
        ))}
      </div>
    </div>
  )
}
