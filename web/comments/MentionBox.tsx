import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Thread } from '../../shared/comments.ts'

const MentionSuggestions = lazy(() => import('./MentionSuggestions.tsx'))

type MentionBoxProps = {
  text: string
  thread?: Thread
  className?: string
  /** the text box, with or without its frame */
  children: ReactNode
}

/** Wraps a text box in which '@' mentions users, and suggests them during typing. */
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
