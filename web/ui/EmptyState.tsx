import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'

type EmptyStateProps = { text: string; detail?: string; icon?: ReactNode; action?: ReactNode }

/** Says that there is nothing, and what to do about it. Several sentences in `text` stay together. */
export function EmptyState({ text, detail, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      {icon && <div className="text-muted">{icon}</div>}
      <p className="max-w-reading text-lg text-balance text-muted">{text}</p>
      {detail && <p className="max-w-reading text-muted">{detail}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = { text: string; onRetry?: () => void; busy?: boolean }

/** Says that something could not be loaded, with 'Try again' where that can help. */
export function ErrorState({ text, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      <p className="max-w-reading text-lg text-balance text-danger">{text}</p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy}>
          {texts.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** A failure above a form or a list that stays usable. Nothing without a text. */
export function ErrorBanner({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="rounded-control border-l-3 border-danger bg-sunken px-4 py-3 font-medium text-danger">{text}</p>
      )}
    </div>
  )
}
