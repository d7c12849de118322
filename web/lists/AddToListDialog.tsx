import { Check, Plus } from 'lucide-react'
import type { AlbumCard } from '../../shared/catalog.ts'
import type { OwnList } from '../../shared/lists.ts'
import { texts } from '../../shared/texts.ts'
import { WaitingNote } from '../offline/WaitingNote.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { isFirstClick } from '../ui/isFirstClick.ts'
import { Record } from '../ui/Record.tsx'
import { Shelf } from '../ui/Shelf.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { NewList } from './NewList.tsx'
import { useOwnLists } from './useOwnLists.ts'

type AddToListDialogProps = { album: AlbumCard; onClose: () => void }

export default function AddToListDialog({ album, onClose }: AddToListDialogProps) {
  const { query, isWaiting, set, create } = useOwnLists(album)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.lists.addTo}
      description={album.name}
    >
      <NewList onCreate={create} />
      <div className="-mx-2 mt-3 max-h-[min(24rem,45dvh)] overflow-y-auto overscroll-contain px-2">
        <Shelf
          query={query}
          emptyText={texts.lists.noneOfYours}
          emptyAction={null}
          skeleton={<RowSkeletons />}
        >
          {(lists) => (
            <ul aria-label={texts.lists.yours}>
              {lists.map((list) => (
                <li key={list.id}>
                  <OwnListRow
                    list={list}
                    isWaiting={isWaiting(list)}
                    onToggle={() => set(list, !list.contains)}
                  />
                </li>
              ))}
            </ul>
          )}
        </Shelf>
      </div>
    </Dialog>
  )
}

type OwnListRowProps = { list: OwnList; isWaiting: boolean; onToggle: () => void }

function OwnListRow({ list, isWaiting, onToggle }: OwnListRowProps) {
  const { name, albumCount, cover, contains } = list
  const Icon = contains ? Check : Plus
  return (
    <button
      type="button"
      aria-pressed={contains}
      onClick={(click) => isFirstClick(click) && onToggle()}
      className={
        'flex w-full items-center gap-3 rounded-control p-2 text-start -outline-offset-2 transition-colors ' +
        'duration-100 hover:bg-sunken'
      }
    >
      {cover ? <Cover album={cover} size="xs" /> : <Record className="size-10 shrink-0" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-sm text-muted">{texts.catalog.albumCount(albumCount)}</span>
        {isWaiting && <WaitingNote />}
      </span>
      <Icon
        size={18}
        aria-hidden="true"
        className={classes('shrink-0', contains ? 'text-accent-ink' : 'text-muted')}
      />
    </button>
  )
}

function RowSkeletons() {
  return [0, 1, 2].map((index) => (
    <div key={index} aria-hidden="true" className="flex items-center gap-3 p-2">
      <Skeleton className="size-10 rounded-sleeve" />
      <Skeleton className="h-3.5 w-48" />
    </div>
  ))
}
