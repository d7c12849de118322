import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Thread } from '../../shared/comments.ts'

const MentionSuggestions = lazy(() => import('./MentionSuggestions.tsx'))

type MentionBoxProps = {
  text: string
  thread?: Thread
  className?: string
  children: ReactNode
}

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
