import { useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { AlbumState } from '../../shared/logs.ts'
import { sleeveSizes } from '../../shared/pictures.ts'
import { texts } from '../../shared/texts.ts'
import { Cover } from '../ui/Cover.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { LogForm } from './LogForm.tsx'

type LogDialogProps = {
  album: AlbumCard
  /** whose log it is; also when the session has ended meanwhile */
  nickname: string
  /** what the person has said of the album so far; undefined until it is known */
  state: AlbumState | undefined
  /** why it cannot be known, in words */
  failure: string | null
  onRetry: () => void
  onClose: () => void
}

/** Date, rating, heart and review of an album: made, changed or removed. Mounted means open. */
export default function LogDialog({ album, nickname, state, failure, onRetry, onClose }: LogDialogProps) {
  // The form begins with what is known now: what is typed must survive whatever is fetched or lost later.
  const [begun, setBegun] = useState(state)
  if (!begun && state) setBegun(state)

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={texts.logs.logAlbum} width="wide">
      <div className="sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-8">
        <div className="mb-6 flex items-center gap-4 sm:block">
          <div className="w-14 shrink-0 sm:mb-4 sm:w-auto">
            <Cover album={album} sizes={sleeveSizes.log} eager />
          </div>
          <div className="min-w-0">
            <p className="line-clamp-2 font-semibold wrap-anywhere sm:line-clamp-4">{album.name}</p>
            <p className="line-clamp-1 text-muted wrap-anywhere sm:line-clamp-2">{album.artist}</p>
          </div>
        </div>
        {begun ? (
          <LogForm
            album={album}
            nickname={nickname}
            begun={begun}
            log={(state ?? begun).log}
            onDone={onClose}
          />
        ) : failure ? (
          <ErrorState text={failure} onRetry={onRetry} />
        ) : (
          <FormSkeleton />
        )}
      </div>
    </Dialog>
  )
}

function FormSkeleton() {
  return (
    <div className="space-y-6">
      <Loading />
      <Skeleton className="h-10 w-52" />
      <Skeleton className="h-11" />
      <Skeleton className="h-28" />
    </div>
  )
}
