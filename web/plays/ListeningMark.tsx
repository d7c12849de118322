/** Three bars that move while something plays. */
export function ListeningMark() {
  return (
    <span aria-hidden="true" className="flex h-4 shrink-0 items-end gap-0.5 text-accent-ink">
      {['h-2', 'h-4', 'h-3'].map((height) => (
        <span
          key={height}
          className={`w-1 origin-bottom rounded-full bg-current motion-safe:animate-pulse ${height}`}
        />
      ))}
    </span>
  )
}
