import type { CSSProperties } from 'react'

/** Light in the colour of a sleeve. Its parent must be `relative isolate`. */
export function Glow({ tint }: { tint: string | null | undefined }) {
  if (!tint) return null
  return (
    <div
      aria-hidden="true"
      style={{ '--tint': tint } as CSSProperties}
      className="absolute inset-x-0 top-0 -z-10 h-[44rem] animate-appear glow md:h-[38rem]"
    />
  )
}
