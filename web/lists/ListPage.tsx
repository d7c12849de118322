import { ArrowLeft } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { rowIdIn } from '../../shared/address.ts'
import type { PageParams } from '../../shared/pages.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { Thread } from '../comments/Thread.tsx'
import { failureOf } from '../lib/failureOf.ts'
import { isNotFound, trpc } from '../lib/trpc.ts'
import { isAddedTo } from '../offline/overlay.ts'
import { WaitingAlbums } from '../offline/WaitingAlbums.tsx'
import { PageError } from '../ui/EmptyState.tsx'
import { Page, quietLink, usePageTitle } from '../ui/Page.tsx'
import { AlbumGridSkeleton } from '../ui/Skeleton.tsx'
import { ListAlbums } from './ListAlbums.tsx'
import { ListHeader, ListHeaderSkeleton } from './ListHeader.tsx'
import type { NumberedList } from './listState.ts'
import { NoList } from './NoList.tsx'
import { useListQuery, useLiveList } from './useList.ts'

export default function ListPage(params: PageParams<'list'>) {
  const id = rowIdIn(params.id)
  return id === null ? <NotFound /> : <List id={id} />
}

function NotFound() {
  usePageTitle(texts.lists.notFound)
  return (
    <Frame>
      <NoList title={texts.lists.notFound} wayText={texts.lists.goToLists} />
    </Frame>
  )
}

function List({ id }: { id: number }) {
  const query = useListQuery(id)
  if (query.data)
    return <LiveList page={query.data} refetch={query.refetch} isMissing={isNotFound(query.error)} />
  return isNotFound(query.error) ? <NotFound /> : <NoListYet query={query} />
}

function NoListYet({ query }: { query: ReturnType<typeof useListQuery> }) {
  usePageTitle(undefined)
  return (
    <Frame>
      {/* The list's name is not loaded yet. */}
      <h1 className="sr-only">{texts.lists.title}</h1>
      {query.error ? (
        <PageError {...failureOf(query)} way={{ text: texts.exploreAlbums, href: paths.albums() }} />
      ) : (
        <>
          <ListHeaderSkeleton />
          <AlbumGridSkeleton />
        </>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Page>
      <Link
        href={paths.lists()}
        className={`${quietLink} mb-6 inline-flex items-center gap-1.5 text-sm font-semibold text-muted`}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {texts.lists.backToLists}
      </Link>
      {children}
    </Page>
  )
}

type LiveListProps = {
  page: NumberedList
  refetch: () => Promise<unknown>
  /** true if the list existed but cannot be found any more */
  isMissing: boolean
}

function LiveList({ page, refetch, isMissing }: LiveListProps) {
  const { viewer } = useViewer()
  const { list, likes, isGone } = useLiveList(page, refetch)
  // The tab that deletes the list navigates away and needs no message.
  const [isDeleting, setDeleting] = useState(false)
  // Start with the count that came with the page: shown later, it would move the albums.
  const comments = trpc.useUtils().comments.list
  const [commentCount, setCommentCount] = useState(
    () => comments.getInfiniteData({ thread: { list: list.id } })?.pages[0]?.count ?? null,
  )
  const thread = useRef<HTMLDivElement>(null)
  const showComments = () => {
    thread.current?.scrollIntoView()
    thread.current?.focus({ preventScroll: true })
  }
  const isOver = (isGone || isMissing) && !isDeleting
  usePageTitle(isOver ? texts.lists.gone : list.name)
  if (isOver) {
    return (
      <Frame>
        <div role="alert">
          <NoList title={texts.lists.gone} wayText={texts.lists.goToLists} />
        </div>
      </Frame>
    )
  }
  const isOwner = viewer?.nickname === list.owner.nickname
  return (
    <Frame>
      <ListHeader
        list={list}
        clonedFrom={page.clonedFrom}
        likes={likes}
        isOwner={isOwner}
        onDeleting={setDeleting}
        commentCount={commentCount}
        onComments={showComments}
      />
      <ListAlbums list={list} />
      <WaitingAlbums isShown={(thing) => isAddedTo(thing, list.id)} className="mt-9" />
      <div ref={thread} tabIndex={-1} className="mt-16 scroll-mt-20 outline-none">
        <Thread thread={{ list: list.id }} name={list.name} moderates={isOwner} onCount={setCommentCount} />
      </div>
    </Frame>
  )
}
