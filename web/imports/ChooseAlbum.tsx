import type { AlbumCard } from '../../shared/catalog.ts'
import type { ImportRowView } from '../../shared/imports.ts'
import { paths } from '../../shared/paths.ts'
import { failureOf } from '../lib/failureOf.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { AlbumFinder, AlbumOption } from '../lists/AlbumFinder.tsx'
import { texts } from '../texts/imports.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { namesOf } from './Row.tsx'

type ChooseAlbumProps = { id: number; row: ImportRowView; onClose: () => void }

export function ChooseAlbum({ id, row, onClose }: ChooseAlbumProps) {
  const utils = trpc.useUtils()
  const choose = trpc.imports.choose.useMutation({
    onSuccess: onClose,
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => Promise.all([utils.imports.list.invalidate(), utils.imports.rows.invalidate({ id })]),
  })
  const take = ({ artist, name }: AlbumCard) => {
    if (!choose.isPending) choose.mutate({ id, row: row.row, album: { artist, album: name } })
  }
  const chosenAlbum = choose.variables?.album
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.imports.choose}
      description={`${texts.imports.inFile(namesOf(row))}. ${texts.imports.chooseHint}`}
    >
      <Proposals id={id} row={row.row} onTake={take} />
      <AlbumFinder
        keepsPlace
        isChosen={({ artist, name }) =>
          choose.isPending && chosenAlbum?.artist === artist && chosenAlbum.album === name
        }
        onToggle={take}
        addPath={() => paths.addAlbum({ artist: row.artist, title: row.album, import: id, row: row.row })}
      />
    </Dialog>
  )
}

type ProposalsProps = { id: number; row: number; onTake: (album: AlbumCard) => void }

function Proposals({ id, row, onTake }: ProposalsProps) {
  const query = trpc.imports.proposals.useQuery({ id, row }, { staleTime: 0 })
  if (query.isError) return <InlineError {...failureOf(query)} className="mb-4" />
  if (!query.data)
    return (
      <div className="mb-4 space-y-3">
        <Loading />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  const { albums } = query.data
  if (albums.length === 0) return <p className="mb-4 text-muted">{texts.imports.noProposals}</p>
  return (
    <ul aria-label={texts.imports.proposals} className="-mx-2 mb-4">
      {albums.map((album) => (
        <li key={`${album.artist}/${album.name}`}>
          {/* The second click of a double click would hit what is under the closed dialog. */}
          <AlbumOption album={album} onClick={(click) => isFirstClick(click) && onTake(album)} />
        </li>
      ))}
    </ul>
  )
}
