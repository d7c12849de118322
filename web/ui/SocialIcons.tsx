// Logos of other services, drawn here because the icon library has no brands.

export type IconProps = { size: number }

const frame = (size: number) =>
  ({ width: size, height: size, viewBox: '0 0 24 24', 'aria-hidden': true }) as const

export function TwitterIcon({ size }: IconProps) {
  return (
    <svg {...frame(size)} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round">
      <path d="M4 4h4.5L20 20h-4.5ZM19 4l-6.6 7.2M5 20l6.4-7" />
    </svg>
  )
}

export function LetterboxdIcon({ size }: IconProps) {
  return (
    <svg {...frame(size)} fill="currentColor">
      <circle cx="5.4" cy="12" r="5.2" opacity="0.6" />
      <circle cx="18.6" cy="12" r="5.2" opacity="0.6" />
      <circle cx="12" cy="12" r="5.2" />
    </svg>
  )
}

export function InstagramIcon({ size }: IconProps) {
  return (
    <svg {...frame(size)} fill="none" stroke="currentColor" strokeWidth="2">
      <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="17" cy="7" r="1.2" fill="currentColor" stroke="none" />
    </svg>
  )
}
