import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'

export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}

export function SkipLink() {
  return (
    <a
      href="#main"
      // Only move the focus: '#main' in the address would add a history entry.
      onClick={(event) => {
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className={
        'fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent ' +
        'focus:translate-y-0'
      }
    >
      {texts.layout.skip}
    </a>
  )
}
