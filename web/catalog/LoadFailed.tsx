import { texts } from '../../shared/texts.ts'
import { errorText } from '../lib/trpc.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { PageHeading } from '../ui/Page.tsx'
import { LargeRecord } from '../ui/Record.tsx'

type LoadFailedProps = {
  name: string
  by?: string
  error: unknown
  onRetry: () => void
  busy: boolean
  way: Way
}

type Way = { text: string; href: string }

export function LoadFailed({ name, by, error, onRetry, busy, way }: LoadFailedProps) {
  const reason = errorText(error, '')
  return (
    <div className="flex flex-col items-center gap-6 py-8 text-center">
      <LargeRecord />
      <div className="max-w-full wrap-anywhere">
        <PageHeading>{name}</PageHeading>
        {by && <p className="mt-3 text-xl text-muted">{by}</p>}
      </div>
      <div role="alert" className="max-w-form text-muted">
        <p className="text-lg text-danger">{texts.loadFailed}</p>
        {reason && <p className="mt-1">{reason}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="primary" onClick={onRetry} busy={busy}>
          {texts.tryAgain}
        </Button>
        <ButtonLink href={way.href}>{way.text}</ButtonLink>
      </div>
    </div>
  )
}

type NotInCatalogueProps = { title: string; text: string; way: Way }

export function NotInCatalogue({ title, text, way }: NotInCatalogueProps) {
  return (
    <div className="flex flex-col items-center gap-6 py-8 text-center">
      <LargeRecord />
      <PageHeading>{title}</PageHeading>
      <p className="max-w-form wrap-anywhere text-muted">{text}</p>
      <ButtonLink href={way.href} variant="primary">
        {way.text}
      </ButtonLink>
    </div>
  )
}
