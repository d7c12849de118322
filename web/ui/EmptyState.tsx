import type { ReactNode } from 'react'
import { texts } from '../../shared/texts.ts'
import { Button, ButtonLink } from './Button.tsx'
import { classes } from './classes.ts'
import { ErrorId } from './ErrorId.tsx'
import { LargeRecord } from './Record.tsx'

type EmptyStateProps = { text: string; detail?: string; icon?: ReactNode; action?: ReactNode }

export function EmptyState({ text, detail, icon, action }: EmptyStateProps) {
  return (
    <div data-empty className="flex flex-col items-center gap-3 px-4 py-14 text-center">
      {icon && <div className="text-muted">{icon}</div>}
      <p className="max-w-reading text-lg text-balance text-muted">{text}</p>
      {detail && <p className="max-w-reading text-muted">{detail}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}

type ErrorStateProps = { text: string; icon?: ReactNode; onRetry?: () => void; busy?: boolean }

export function ErrorState({ text, icon, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 px-4 py-14 text-center">
      {icon}
      <p className="max-w-reading text-lg text-balance text-danger">{text}</p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy}>
          {texts.tryAgain}
        </Button>
      )}
      <ErrorId />
    </div>
  )
}

type InlineErrorProps = { text: string; onRetry: () => void; busy: boolean; className?: string }

/** For a small part of a page. */
export function InlineError({ text, onRetry, busy, className }: InlineErrorProps) {
  return (
    <div role="alert" className={classes('flex flex-wrap items-center gap-x-4 gap-y-2', className)}>
      <p className="text-danger">{text}</p>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

type PageErrorProps = Omit<ErrorStateProps, 'icon'> & {
  way: { text: string; href: string }
}

/** ErrorState for a whole page, with a link to another one. */
export function PageError({ text, onRetry, busy = false, way }: PageErrorProps) {
  return (
    <div className="flex flex-col items-center gap-6 px-4 py-10 text-center">
      <LargeRecord />
      <p role="alert" className="max-w-reading text-lg text-balance text-danger">
        {text}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onClick={onRetry} busy={busy}>
            {texts.tryAgain}
          </Button>
        )}
        <ButtonLink href={way.href} variant={onRetry ? 'quiet' : 'primary'}>
          {way.text}
        </ButtonLink>
      </div>
      <ErrorId />
    </div>
  )
}

export function ErrorBanner({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="rounded-control border-l-3 border-danger bg-sunken px-4 py-3 font-medium text-danger">
          {text}
        </p>
      )}
    </div>
  )
}
