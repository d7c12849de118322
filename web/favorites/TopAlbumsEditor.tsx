import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { AlbumFinder } from '../lists/AlbumFinder.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Byline } from '../ui/Byline.tsx'
import { Cover } from '../ui/Cover.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { DragHandle } from '../ui/DragHandle.tsx'
import { toast } from '../ui/toast.ts'
import { useReorder } from '../ui/useReorder.ts'

const keyOf = ({ artist, name }: AlbumCard) => albumKey({ artist, album: name })

type TopAlbumsEditorProps = { nickname: string; albums: AlbumCard[]; onClose: () => void }

export default function TopAlbumsEditor({ nickname, albums, onClose }: TopAlbumsEditorProps) {
  const [selection, setSelection] = useState(albums)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const utils = trpc.useUtils()
  const save = trpc.favorites.setTop.useMutation({
    onSuccess: (favoriteAlbums) => {
      utils.users.profile.setData({ nickname }, (profile) => profile && { ...profile, favoriteAlbums })
      // A response that is under way may be older.
      void utils.users.profile.invalidate({ nickname })
      toast.success(texts.favorites.topUpdated)
      onClose()
    },
    onError: () => toast.error(texts.favorites.topFailed),
  })

  const toggle = (album: AlbumCard) => {
    const rest = selection.filter((other) => keyOf(other) !== keyOf(album))
    if (rest.length < selection.length) return setSelection(rest)
    if (selection.length >= limits.topAlbums) return toast.error(texts.favorites.topFull)
    setSelection([...selection, album])
  }
  const remove = (album: AlbumCard) => {
    toggle(album)
    // The focused button was removed with its row.
    list.current?.focus()
  }
  const move = (from: number, to: number) => {
    const newOrder = selection.toSpliced(from, 1).toSpliced(to, 0, selection[from]!)
    setSelection(newOrder)
    setAnnouncement(texts.lists.movedTo(selection[from]!.name, to + 1, selection.length))
  }
  const send = () => save.mutate({ albums: selection.map(({ artist, name }) => ({ artist, album: name })) })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.favorites.editTopAlbums}
      width="wide"
    >
      <div className="sm:grid sm:grid-cols-2 sm:gap-x-8">
        <div ref={list} tabIndex={-1} className="min-w-0 outline-none">
          <Chosen albums={selection} onMove={move} onRemove={remove} />
          <FreePlaces count={limits.topAlbums - selection.length} />
        </div>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <AlbumFinder
          keepsPlace
          isChosen={(album) => selection.some((other) => keyOf(other) === keyOf(album))}
          onToggle={toggle}
        />
      </div>
      <div className="sticky -bottom-(--foot) -mb-(--foot) bg-surface pb-(--foot)">
        <DialogActions>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={save.isPending} onClick={send}>
            {texts.save}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type ChosenProps = {
  albums: AlbumCard[]
  onMove: (from: number, to: number) => void
  onRemove: (album: AlbumCard) => void
}

function Chosen({ albums, onMove, onRemove }: ChosenProps) {
  const reorder = useReorder(onMove)
  if (albums.length === 0) {
    return <p className="mb-6 text-muted sm:mb-3">{texts.favorites.chooseTop(limits.topAlbums)}</p>
  }
  return (
    <ol aria-label={texts.lists.chosen} {...reorder} className="-mx-2 mb-5 sm:mb-0">
      {albums.map((album) => (
        <li
          key={keyOf(album)}
          className={
            'flex h-18 items-center gap-3 rounded-control bg-surface px-1 data-dragged:relative data-dragged:z-1 ' +
            'data-dragged:shadow-float'
          }
        >
          <DragHandle name={album.name} className="tap" />
          <Cover album={album} size="sm" eager />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{album.name}</p>
            <Byline album={album} className="text-sm" />
          </div>
          <IconButton size="sm" label={texts.favorites.removeTop(album.name)} onClick={() => onRemove(album)}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ol>
  )
}

/** Placeholders for free places, so that choosing albums does not move the layout. */
function FreePlaces({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} aria-hidden="true" className="hidden h-18 items-center pl-9 sm:flex">
      <div className="size-14 rounded-sleeve border border-dashed border-edge/60" />
    </div>
  ))
}
