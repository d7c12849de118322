/** Radii of the grooves; the gaps between the bands mark the tracks. */
const radii = [48.4, 47, 45.6, 44.2, 41.4, 40, 38.6, 37.2, 35.8, 33, 31.6, 30.2, 28.8, 26, 24.6, 23.2]
/** One path for all circles, because the logo is on every page. */
const grooves = radii
  .map((r) => `M${(50 - r).toFixed(1)} 50a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`)
  .join('')

/** Light reflections on the record: narrow over wide ones, for soft edges. */
const gleams = [18, 13, 8].map((half) => {
  const pointAt = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${(50 + 50 * Math.cos(angle)).toFixed(2)} ${(50 + 50 * Math.sin(angle)).toFixed(2)}`
  }
  const wedge = (middle: number) => `M50 50 ${pointAt(middle - half)}A50 50 0 0 1 ${pointAt(middle + half)}Z`
  return wedge(-52) + wedge(128)
})

export const LargeRecord = ({ label }: { label?: string }) => (
  <Record className="size-48 rotate-12 sm:size-56" {...(label && { label })} />
)

type RecordProps = { className?: string; label?: string }

export function Record({ className, label }: RecordProps) {
  return (
    <svg viewBox="0 0 100 100" className={className} aria-hidden="true">
      <circle cx="50" cy="50" r="50" className="fill-vinyl" />
      <circle cx="50" cy="50" r="49.7" fill="none" stroke="#fff" strokeOpacity="0.3" strokeWidth="0.6" />
      <path d={grooves} fill="none" stroke="#fff" strokeOpacity=".1" strokeWidth=".3" />
      {gleams.map((gleam) => (
        <path key={gleam} d={gleam} fill="#fff" fillOpacity="0.05" />
      ))}
      <circle cx="50" cy="50" r="18" className="fill-accent" />
      {label && (
        <text x="50" y="45" textAnchor="middle" fontSize="7.5" className="display fill-on-accent">
          {label}
        </text>
      )}
      <circle cx="50" cy="50" r="2" className="fill-page" />
    </svg>
  )
}
