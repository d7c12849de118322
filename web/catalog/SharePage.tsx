import { useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { limits } from '../../shared/limits.ts'
import { pages } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { readMusic } from '../../shared/sharedMusic.ts'
import { readSharedThing, type SharedThing } from '../../shared/sharedThing.ts'
import type { FoundThing } from '../../shared/sharing.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { useQuery } from '../lib/navigation.ts'
import { trpc } from '../lib/trpc.ts'
import { Page, PageHeading, usePageTitle } from '../ui/Page.tsx'
import { Record } from '../ui/Record.tsx'

/** The search is shown after this time, in milliseconds. The server answers earlier, unless it cannot be reached. */
const PATIENCE = 5_000

/** Opened by the device with what another app shares. */
export default function SharePage() {
  const { viewer } = useViewer()
  const search = useQuery()
  usePageTitle(texts.sharing.reading)
  const thing = readSharedThing(search)
  if (!viewer) return <Redirect to={paths.login()} state={{ from: pathOf(thing) }} replace />
  return <Reading {...thing} />
}

/** Short enough to return to after the login. */
function pathOf({ address, words }: SharedThing): string {
  const path = (params: Record<string, string>) => `${pages.share.path}?${new URLSearchParams(params)}`
  const whole = path({ ...(address && { url: address }), text: words })
  return whole.length <= limits.url || address === null ? whole : path({ url: address })
}

function Reading({ address, words }: SharedThing) {
  const { client } = trpc.useUtils()
  const [, navigate] = useLocation()
  useEffect(() => {
    const asking = new AbortController()
    let isOpen = true
    const show = (found: FoundThing) => {
      if (isOpen) navigate(...destinationOf(found))
      isOpen = false
    }
    const showSearch = () => show({ query: readMusic({ address, words }).query })
    const timer = setTimeout(showSearch, PATIENCE)
    client.sharing.find.query({ address, words }, { signal: asking.signal }).then(show, showSearch)
    return () => {
      isOpen = false
      clearTimeout(timer)
      asking.abort()
    }
  }, [address, words, client, navigate])
  return (
    <Page width="form" className="flex flex-col items-center text-center sm:py-24">
      <Record className="size-24 animate-spin [animation-duration:1.8s]" />
      <PageHeading className="mt-8 text-3xl">{texts.sharing.reading}</PageHeading>
      <p role="status" className="mt-3 max-w-full truncate text-lg text-muted">
        {words}
      </p>
    </Page>
  )
}

/** Nothing is logged here: the dialog of the album's page, or a search, waits for a press. */
function destinationOf(found: FoundThing): [path: string, options: { replace: true; state?: object }] {
  if ('album' in found) return [paths.album(found.album), { replace: true, state: { log: true } }]
  return found.query === ''
    ? [pages.search.path, { replace: true, state: { isUnreadable: true } }]
    : [paths.search(found.query), { replace: true }]
}
