import type { ComponentType } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { failureOf } from '../lib/failureOf.ts'
import { PageError } from '../ui/EmptyState.tsx'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { SignInToView } from './SignInToView.tsx'
import { useViewer } from './viewer.tsx'

type PersonalPageProps = { title: string; Content: ComponentType<{ nickname: string }> }

export function PersonalPage({ title, Content }: PersonalPageProps) {
  usePageTitle(title)
  const { viewer } = useViewer()
  return (
    <ReadingPage heading={title}>
      {/* The key resets all state when another user signs in. */}
      {viewer ? <Content key={viewer.nickname} nickname={viewer.nickname} /> : <SignInToView />}
    </ReadingPage>
  )
}

type RowsPlaceholderProps = {
  query: { isError: boolean; isFetching: boolean; error: unknown; refetch: () => unknown }
  Row: ComponentType
  count: number
  className: string
}

export function RowsPlaceholder({ query, Row, count, className }: RowsPlaceholderProps) {
  if (query.isError) {
    const way = { text: texts.exploreAlbums, href: paths.albums() }
    return <PageError {...failureOf(query)} way={way} />
  }
  return (
    <div className={className}>
      <Loading />
      {Array.from({ length: count }, (_, index) => (
        <Row key={index} />
      ))}
    </div>
  )
}
