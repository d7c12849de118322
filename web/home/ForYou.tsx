import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import type { ActivityEntry } from '../../shared/activity.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { paths } from '../../shared/paths.ts'
import type { PlayPrompt } from '../../shared/playPrompts.ts'
import type { SuggestedAlbum, Suggestion } from '../../shared/suggestions.ts'
import { useViewer } from '../auth/viewer.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { trpc } from '../lib/trpc.ts'
import { MarkedTile } from '../logs/MarkedTile.tsx'
import { usePrompts } from '../plays/usePrompts.ts'
import { WatchPrompts } from '../plays/WatchPrompts.tsx'
import { SuggestedPeople } from '../suggestions/SuggestedPeople.tsx'
import { useLiveSuggestions } from '../suggestions/useLiveSuggestions.ts'
import { texts } from '../texts/arriving.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Page, PageHeading, textLink } from '../ui/Page.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { NewEntry } from './NewEntry.tsx'

const PlayPrompts = lazyPage(() => import('../plays/Prompts.tsx'), 'listening')

/** Fetched for each visit: what was followed, listened to or hidden since must not be shown again. */
const always = { staleTime: 0, refetchOnWindowFocus: false } as const

/** Top of the home page for a signed-in user: the headline in one line, and what is for them alone. */
export default function ForYou() {
  return (
    <div className="border-b border-line">
      <Page>
        <PageHeading className="text-lg text-muted">{texts.home.title}</PageHeading>
        <h2 className="display mt-1 text-3xl">{texts.arriving.forYou}</h2>
        <Parts />
      </Page>
    </div>
  )
}

/** A part without content, or that cannot be loaded, is left out. */
function Parts() {
  const { viewer } = useViewer()
  const newest = trpc.activity.newest.useQuery(undefined, always)
  const prompts = usePrompts()
  const later = trpc.listenLater.first.useQuery(undefined, always)
  const people = trpc.suggestions.people.useQuery(undefined, always)
  const albums = trpc.suggestions.albums.useQuery(undefined, always)
  useLiveSuggestions('people')
  const isLoading = [newest, prompts, later, people, albums].some(({ isPending }) => isPending)
  const counts = [
    newest.data?.length,
    prompts.data?.items.length,
    later.data?.length,
    people.data?.people.length,
    albums.data?.albums.length,
  ]
  // New users usually have none of these parts yet, so no placeholder is shown for them.
  const isExpected = viewer?.isWelcomed === true
  return (
    <>
      {(!isExpected || (!isLoading && !counts.some(Boolean))) && <Start />}
      {prompts.data && <WatchPrompts from={prompts.data.live} />}
      {isLoading && isExpected && <PartsSkeleton />}
      {!isLoading && (
        <>
          {newest.data?.length ? <Newest entries={newest.data} /> : null}
          {viewer && <Prompts nickname={viewer.nickname} prompts={prompts.data?.items ?? []} />}
          {later.data?.length ? <Later albums={later.data} /> : null}
          {people.data?.people.length ? <People people={people.data.people} /> : null}
          {albums.data?.albums.length ? <Albums albums={albums.data.albums} /> : null}
        </>
      )}
    </>
  )
}

const Newest = ({ entries }: { entries: readonly ActivityEntry[] }) => (
  <Part title={texts.arriving.newest} more={{ text: texts.viewAll, href: paths.activity() }}>
    <ul aria-label={texts.arriving.newest} className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-3">
      {entries.map((entry) => (
        <NewEntry key={entry.id} entry={entry} />
      ))}
    </ul>
  </Part>
)

type PromptsProps = { nickname: string; prompts: readonly PlayPrompt[] }

/** Stays when the last prompt ends, because its dialog can be open. */
function Prompts({ nickname, prompts }: PromptsProps) {
  const [wasShown, setWasShown] = useState(false)
  if (prompts.length > 0 && !wasShown) setWasShown(true)
  if (!wasShown && prompts.length === 0) return null
  const frame = (list: ReactNode) => (
    <Part title={texts.arriving.played} more={{ text: texts.viewAll, href: paths.plays() }}>
      {list}
    </Part>
  )
  const placeholder = prompts.length > 0 && frame(<PromptsSkeleton count={prompts.length} />)
  return (
    <InBrowser fallback={placeholder}>
      <Suspense fallback={placeholder}>
        <PlayPrompts nickname={nickname} prompts={prompts} frame={frame} />
      </Suspense>
    </InBrowser>
  )
}

const Later = ({ albums }: { albums: readonly AlbumCard[] }) => (
  <Part title={texts.listenLater.title} more={{ text: texts.viewAll, href: paths.listenLater() }}>
    <ul aria-label={texts.listenLater.title} className={strip}>
      {albums.map((album, index) => (
        <li key={keyOf(album)} className="min-w-0">
          <MarkedTile album={album} sizes={sizes} eager={index < 3} />
        </li>
      ))}
    </ul>
  </Part>
)

const People = ({ people }: { people: readonly Suggestion[] }) => (
  <Part title={texts.arriving.people}>
    <SuggestedPeople people={people} label={texts.arriving.people} />
  </Part>
)

const Albums = ({ albums }: { albums: readonly SuggestedAlbum[] }) => (
  <Part title={texts.arriving.albums}>
    <ul aria-label={texts.arriving.albums} className={strip}>
      {albums.map(({ because, ...album }) => (
        <li key={keyOf(album)} className="min-w-0">
          <MarkedTile
            album={album}
            sizes={sizes}
            note={<span className="mt-1 line-clamp-2 text-muted">{texts.arriving.because(because)}</span>}
          />
        </li>
      ))}
    </ul>
  </Part>
)

const keyOf = ({ artist, name }: AlbumCard) => `${artist}/${name}`

/** Shown until the welcome has ended, and while there is nothing else to show. */
function Start() {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="max-w-reading text-muted">{texts.arriving.startHint}</p>
      <ButtonLink href={paths.welcome()} variant="primary">
        {texts.arriving.start}
      </ButtonLink>
    </div>
  )
}

type PartProps = { title: string; more?: { text: string; href: string }; children: ReactNode }

function Part({ title, more: link, children }: PartProps) {
  return (
    <section className="mt-8">
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h3 className="heading text-lg">{title}</h3>
        {link && (
          <Link href={link.href} className={classes('shrink-0', textLink)}>
            {link.text}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** On a phone, a horizontally scrolling row in which the next cover is partly visible. */
const strip =
  'grid gap-x-4 sm:grid-cols-3 sm:gap-y-7 md:gap-x-6 lg:grid-cols-6 max-sm:-mx-4 max-sm:auto-cols-[40%] ' +
  'max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4 ' +
  'max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] max-sm:*:snap-start'
const sizes = '(width >= 64rem) 174px, (width >= 40rem) 33vw, 40vw'

const PromptsSkeleton = ({ count }: { count: number }) => (
  <div aria-hidden="true" className="grid grid-cols-1 gap-3">
    {Array.from({ length: count }, (_, index) => (
      <Skeleton key={index} className="h-20 rounded-panel max-sm:h-32" />
    ))}
  </div>
)

function PartsSkeleton() {
  return (
    <div className="mt-8">
      <Loading />
      <div aria-hidden="true">
        <Skeleton className="mb-5 h-5 w-56" />
        <div className={strip}>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <div key={index}>
              <Skeleton className="aspect-square rounded-sleeve" />
              <Skeleton className="mt-3.5 h-3 w-4/5" />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
