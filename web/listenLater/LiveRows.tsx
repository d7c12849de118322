import { useRef, useState } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { EndlessEnd } from '../ui/EndlessEnd.tsx'
import { Record } from '../ui/Record.tsx'
import type { NumberedPage } from './listenLaterState.ts'
import { Rows, RowSkeleton } from './Rows.tsx'
import { useLiveListenLater, type useListenLaterPages } from './useListenLater.ts'

type LiveRowsProps = {
  nickname: string
  query: ReturnType<typeof useListenLaterPages>
  pages: NumberedPage[]
}

export function LiveRows({ nickname, query, pages }: LiveRowsProps) {
  const { refetch } = query
  const { items, move, remove } = useLiveListenLater({ nickname, pages, refetch })
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLDivElement>(null)

  return (
    <div ref={list} tabIndex={-1} className="mt-4 outline-none sm:mt-6 lg:mt-0">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.length > 0 && (
        <Rows
          items={items}
          onMove={(shownItems, from, to) => {
            move(shownItems, from, to)
            setAnnouncement(texts.listenLater.movedTo(shownItems[from]!.album.name, to + 1))
          }}
          onRemove={(item) => {
            // The focused button is removed with its row.
            if (items.length === 1) list.current?.focus({ preventScroll: true })
            remove(item)
          }}
        />
      )}
      {items.length === 0 && !query.hasNextPage && (
        <EmptyState
          icon={<Record className="size-24" />}
          text={texts.listenLater.none}
          detail={texts.listenLater.noneHint}
          action={<ButtonLink href={paths.albums()}>{texts.exploreAlbums}</ButtonLink>}
        />
      )}
      {query.hasNextPage && <EndlessEnd query={query} skeleton={<RowSkeleton />} />}
    </div>
  )
}
