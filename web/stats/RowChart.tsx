import { texts } from '../texts/stats.ts'

type Row = { name: string; value: number; text: string }

/** Horizontal bars behind their names. */
export function RowChart({ label, rows }: { label: string; rows: readonly Row[] }) {
  const maximum = Math.max(...rows.map(({ value }) => value), 1)
  const height = 100 / rows.length
  return (
    <div className="relative">
      <svg role="img" aria-label={label} className="absolute inset-0 size-full text-accent">
        {rows.map(({ name, value, text }, index) => (
          <g key={name}>
            <title>{text}</title>
            <rect
              y={`${(index + 0.06) * height}%`}
              width={`${(value / maximum) * 100}%`}
              height={`${height * 0.88}%`}
              rx={3}
              fill="currentColor"
              fillOpacity={0.22}
            />
            <rect
              y={`${(index + 0.06) * height}%`}
              width={3}
              height={`${height * 0.88}%`}
              fill="currentColor"
            />
          </g>
        ))}
      </svg>
      <ol aria-hidden="true" className="pointer-events-none relative grid auto-rows-fr grid-cols-1">
        {rows.map(({ name, value }) => (
          <li key={name} className="flex min-h-10 items-center gap-4 px-4">
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</span>
            <span className="shrink-0 text-sm text-muted tabular-nums">
              {value.toLocaleString(texts.numbers)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
