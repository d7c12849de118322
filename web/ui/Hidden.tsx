import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}

/** The first stop of the Tab key: jumps over the top bar to the page. */
export function SkipLink() {
  return (
    <a
      href="#main"
      // Only the focus goes there: a '#main' in the address would be an entry of the history of its own.
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
