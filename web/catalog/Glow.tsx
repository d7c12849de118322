import type { CSSProperties } from 'react'

/** The light of a sleeve behind the head of its page; without a colour there is none. Its parent is `relative isolate`. */
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
