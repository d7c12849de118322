import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { OwnPlay } from '../../shared/plays.ts'
import { PersonalPage, RowsPlaceholder } from '../auth/PersonalPage.tsx'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/listening.ts'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { EmptyState, InlineError } from '../ui/EmptyState.tsx'
import { LargeRecord } from '../ui/Record.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import Prompts from './Prompts.tsx'
import { useLivePlays, useOwnPlays } from './usePlays.ts'
import { usePrompts } from './usePrompts.ts'

export default function PlaysPage() {
  return <PersonalPage title={texts.listening.plays} Content={Plays} />
}

function Plays({ nickname }: { nickname: string }) {
  const query = useOwnPlays()
  const prompts = usePrompts()
  if (!query.data)
    return <RowsPlaceholder query={query} Row={RowSkeleton} count={8} className="mt-4 sm:mt-6 lg:mt-0" />
  return (
    <div className="mt-4 sm:mt-6 lg:not-in-[:has([data-empty])]:mt-0">
      <Prompts nickname={nickname} prompts={prompts.data?.items ?? []} className="mb-8" />
      <Rows query={query} />
    </div>
  )
}

function Rows({ query }: { query: ReturnType<typeof useOwnPlays> }) {
  const pages = query.data!.pages
  const list = useRef<HTMLUListElement>(null)
  const { plays, remove } = useLivePlays({ pages, refetch: query.refetch })
  if (plays.length === 0 && !query.hasNextPage)
    return (
      <EmptyState
        icon={<LargeRecord />}
        text={texts.listening.noPlays}
        detail={texts.listening.playsHint}
        action={<ButtonLink href={paths.scrobbling()}>{texts.listening.setUp}</ButtonLink>}
      />
    )
  return (
    <>
      <div className="mb-2 flex justify-end">
        <DeleteAll />
      </div>
      <ul ref={list} tabIndex={-1} aria-label={texts.listening.plays} className="outline-none">
        {plays.map((play) => (
          <Row
            key={play.id}
            play={play}
            onRemove={() => {
              // The focused button is removed with its row.
              list.current?.focus({ preventScroll: true })
              void remove(play.id)
            }}
          />
        ))}
      </ul>
      {query.isFetchNextPageError ? (
        <InlineError
          text={errorText(query.error)}
          onRetry={() => void query.fetchNextPage({ cancelRefetch: false })}
          busy={query.isFetching}
          className="mt-6"
        />
      ) : (
        query.hasNextPage && (
          <Button
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage({ cancelRefetch: false })}
            className="mt-6"
          >
            {texts.listening.more}
          </Button>
        )
      )}
    </>
  )
}

const row =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]'

function Row({ play, onRemove }: { play: OwnPlay; onRemove: () => void }) {
  const { id, at, artist, track, album, albumLink } = play
  return (
    <li className={row}>
      <div className="min-w-0">
        <p id={`play-${id}`} className="truncate font-semibold">
          {track}
        </p>
        <p className="flex gap-x-1 text-sm text-muted">
          <span className="truncate">{artist}</span>
          {album !== null && <span aria-hidden="true">·</span>}
          {album !== null &&
            (albumLink === null ? (
              <span className="truncate">{album}</span>
            ) : (
              <Link
                href={albumLink}
                className="tap flex min-w-0 rounded-sleeve underline-offset-2 hover:underline"
              >
                <span className="truncate">{album}</span>
              </Link>
            ))}
        </p>
      </div>
      <RelativeTime iso={at} className="text-sm text-muted max-sm:row-start-2" />
      <IconButton
        size="sm"
        label={texts.listening.deletePlay}
        aria-describedby={`play-${id}`}
        onClick={onRemove}
        className="max-sm:col-start-2 max-sm:row-span-2 max-sm:row-start-1"
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function DeleteAll() {
  const [isAsking, setAsking] = useState(false)
  const removal = trpc.plays.removeAll.useMutation()
  const utils = trpc.useUtils()
  const removeAll = async () => {
    try {
      await removal.mutateAsync()
      toast.success(texts.listening.allDeleted)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setAsking(false)
      await Promise.all([utils.plays.mine.invalidate(), utils.plays.prompts.invalidate()])
    }
  }
  return (
    <>
      <Button size="sm" variant="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {texts.listening.deleteAllPlays}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.listening.deleteAllTitle}
        text={texts.listening.deleteAllText}
        verb={texts.listening.deleteAll}
        busy={removal.isPending}
        onConfirm={() => void removeAll()}
      />
    </>
  )
}

function RowSkeleton() {
  return (
    <div aria-hidden="true" className={row}>
      <div>
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="mt-2.5 h-3 w-1/4" />
      </div>
    </div>
  )
}
