import { useState } from 'react'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { sleeveSizes } from '../../../shared/pictures.ts'
import { texts } from '../../../shared/texts.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { errorText, fiveMinutes, trpc } from '../../lib/trpc.ts'
import { Cover } from '../../ui/Cover.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/EmptyState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { LogChoice } from './draft.ts'
import { LogForm } from './LogForm.tsx'

type LogDialogProps = {
  album: AlbumCard
  /** owner of the listening, even after their session has ended */
  nickname: string
  choice: LogChoice
  /** the day of a new listening; today by default */
  day?: string
  onClose: () => void
}

export default function LogDialog({ album, nickname, choice, day, onClose }: LogDialogProps) {
  const ref = { artist: album.artist, album: album.name }
  const { viewer } = useViewer()
  const albumState = trpc.logs.mine.useQuery(typeof choice === 'number' ? { ...ref, id: choice } : ref, {
    staleTime: fiveMinutes,
    enabled: viewer !== null,
  })
  const failure = albumState.isError ? errorText(albumState.error) : viewer ? null : texts.auth.loginRequired
  // Initial data of the form: typed text must survive later fetches and the loss of the data.
  const [initial, setInitial] = useState(albumState.data)
  if (!initial && albumState.data) setInitial(albumState.data)

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
        {initial ? (
          <LogForm {...{ album, nickname, choice, day, initial }} onDone={onClose} />
        ) : failure ? (
          <ErrorState text={failure} onRetry={() => void albumState.refetch()} />
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
