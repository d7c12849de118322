import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { lookForServer } from '../lib/away.ts'
import { Button } from '../ui/Button.tsx'
import { Page, PageHeading, textLink, usePageTitle } from '../ui/Page.tsx'
import { LargeRecord } from '../ui/Record.tsx'
import { keptPages } from './kept.ts'
import type { KeptPage } from './limits.ts'

const MAX_LINKS = 8

export function OfflinePage() {
  const title = navigator.onLine ? texts.away.unreachableTitle : texts.away.offlineTitle
  usePageTitle(title)
  const [isTrying, setTrying] = useState(false)
  const pages = useKeptPages()
  const tryAgain = () => {
    setTrying(true)
    void lookForServer().finally(() => setTrying(false))
  }
  return (
    <Page>
      <div className="flex flex-col items-center gap-6 py-8 text-center">
        <LargeRecord />
        <PageHeading>{title}</PageHeading>
        <p className="max-w-form text-muted">{texts.away.unseen}</p>
        <Button variant="primary" busy={isTrying} onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
        {pages.length > 0 && (
          <nav aria-label={texts.away.keptPages} className="mt-6">
            <h2 className="heading text-lg">{texts.away.keptPages}</h2>
            <ul className="mt-2">
              {pages.map((page) => (
                <li key={page.address}>
                  <Link href={page.address} className={`inline-flex min-h-11 items-center ${textLink}`}>
                    {nameOf(page)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </Page>
  )
}

/** Returns a page's title without the product's name, which is the whole title of the landing page. */
const nameOf = ({ address, title }: KeptPage) =>
  address === paths.home() ? texts.toHome : title.replace(texts.layout.titleOf(''), '')

function useKeptPages(): KeptPage[] {
  const [pages, setPages] = useState<KeptPage[]>([])
  useEffect(() => {
    let isHere = true
    void keptPages().then((storedPages) => isHere && setPages(storedPages.slice(0, MAX_LINKS)))
    return () => void (isHere = false)
  }, [])
  return pages
}
