import { texts } from '../../shared/texts.ts'
import { Button } from './Button.tsx'

type PagerProps = { page: number; hasNext: boolean; onPage: (page: number) => void; busy?: boolean }

export function Pager({ page, hasNext, onPage, busy = false }: PagerProps) {
  if (page === 1 && !hasNext) return null
  return (
    <nav aria-label={texts.ui.pages} className="mt-10 flex items-center justify-center gap-4">
      <Button disabled={page <= 1 || busy} onClick={() => onPage(page - 1)}>
        {texts.ui.previous}
      </Button>
      <span aria-current="page" className="min-w-16 text-center text-muted">
        {texts.ui.page(page)}
      </span>
      <Button disabled={!hasNext || busy} onClick={() => onPage(page + 1)}>
        {texts.ui.next}
      </Button>
    </nav>
  )
}
