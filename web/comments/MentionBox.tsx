import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Thread } from '../../shared/comments.ts'

const MentionSuggestions = lazy(() => import('./MentionSuggestions.tsx'))

type MentionBoxProps = {
  /** the text of the box */
  text: string
  thread?: Thread
  className?: string
  /** the text box, alone or in its frame */
  children: ReactNode
}

/** Around a text box in which '@' mentions people: they are suggested while one types. */
export function MentionBox({ text, thread, className, children }: MentionBoxProps) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  return (
    <div ref={setRoot} className={`relative ${className ?? ''}`}>
      {children}
      {root && text.includes('@') && (
        <Suspense>
          <MentionSuggestions root={root} {...(thread && { thread })} />
        </Suspense>
      )}
    </div>
  )
}
