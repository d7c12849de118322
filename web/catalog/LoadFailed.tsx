import { texts } from '../../shared/texts.ts'
import { PageHeading } from '../layout/Page.tsx'
import { errorText } from '../trpc.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Record } from '../ui/Record.tsx'

type LoadFailedProps = {
  /** what the address asks for */
  name: string
  by?: string
  error: unknown
  onRetry: () => void
  busy: boolean
}

/** What stands where an album or an artist could not be loaded. */
export function LoadFailed({ name, by, error, onRetry, busy }: LoadFailedProps) {
  const reason = errorText(error, '')
  return (
    <div className="py-4 text-center">
      <PageHeading>{name}</PageHeading>
      {by && <p className="mt-3 text-xl text-muted">{by}</p>}
      <div role="alert" className="mt-12 flex flex-col items-center gap-4">
        <p className="text-lg text-danger">{texts.loadFailed}</p>
        {reason && <p className="max-w-reading text-muted">{reason}</p>}
        <Button onClick={onRetry} busy={busy}>
          {texts.tryAgain}
        </Button>
      </div>
    </div>
  )
}

type NotInCatalogueProps = { title: string; text: string; way: { text: string; href: string } }

/** What stands where the catalogue knows no such album or artist. */
export function NotInCatalogue({ title, text, way }: NotInCatalogueProps) {
  return (
    <div className="flex flex-col items-center gap-6 py-8 text-center">
      <Record className="size-48 rotate-12 sm:size-56" />
      <PageHeading>{title}</PageHeading>
      <p className="max-w-form wrap-anywhere text-muted">{text}</p>
      <ButtonLink href={way.href} variant="primary">
        {way.text}
      </ButtonLink>
    </div>
  )
}
