/** Hidden from screen readers, which read the text next to it. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className="shrink-0 animate-spin" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path
        d="M8 1.5a6.5 6.5 0 1 1-6.1 4.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}
