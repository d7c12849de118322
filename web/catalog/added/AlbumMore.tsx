import { Ellipsis, Flag, Merge, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { AlbumEntry } from '../../../shared/albums.ts'
import type { AlbumRef } from '../../../shared/catalog.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { failureOf } from '../../lib/failureOf.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { refusalText, trpc } from '../../lib/trpc.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { InlineError } from '../../ui/EmptyState.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

const ReportDialog = lazyPage(() => import('../../moderation/ReportDialog.tsx'), 'moderation')

const MergeDialog = lazyPage(() => import('./MergeDialog.tsx'), 'moderation')

type AlbumMoreProps = {
  album: { artist: string; name: string }
  viewer: { nickname: string; isModerator?: true }
  /** nickname of the user who added it, if there is one that the viewer can see */
  addedBy: string | null
}

/** For albums that users have added; for moderators, for all. */
export default function AlbumMore({ album: { artist, name }, viewer, addedBy }: AlbumMoreProps) {
  const thing = { artist, album: name }
  const isOwn = addedBy === viewer.nickname
  const entry = trpc.albums.get.useQuery({ album: thing }, { enabled: isOwn, staleTime: 0 }).data
  const [openDialog, setOpenDialog] = useState<'merge' | 'remove' | 'report' | null>(null)
  const [, navigate] = useLocation()
  const canEdit = viewer.isModerator ?? entry?.canEdit ?? false
  const canReport = addedBy !== null && !isOwn
  // An open dialog says that somebody has begun to use the album.
  if (!canEdit && !canReport && openDialog === null) return null
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.people.more}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        {canEdit && (
          <MenuItem
            onSelect={() => navigate(paths.editAlbum({ artist, name }))}
            icon={<Pencil size={18} aria-hidden="true" />}
          >
            {texts.albums.edit}
          </MenuItem>
        )}
        {viewer.isModerator && (
          <MenuItem onSelect={() => setOpenDialog('merge')} icon={<Merge size={18} aria-hidden="true" />}>
            {texts.albums.mergeInto}
          </MenuItem>
        )}
        {entry?.canRemove && (
          <MenuItem onSelect={() => setOpenDialog('remove')} icon={<Trash2 size={18} aria-hidden="true" />}>
            {texts.albums.remove}
          </MenuItem>
        )}
        {canReport && (
          <MenuItem onSelect={() => setOpenDialog('report')} icon={<Flag size={18} aria-hidden="true" />}>
            {texts.people.report}
          </MenuItem>
        )}
      </Menu>
      {openDialog === 'remove' && <RemoveAlbum album={thing} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'merge' && (
        <Suspense>
          <MergeDialog album={{ artist, name }} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
      {canReport && openDialog === 'report' && (
        <Suspense>
          <ReportDialog
            thing={{ album: thing }}
            nickname={addedBy}
            open
            onOpenChange={(open) => !open && setOpenDialog(null)}
          />
        </Suspense>
      )}
    </>
  )
}

type RemoveAlbumProps = { album: AlbumRef; onClose: () => void }

function RemoveAlbum({ album, onClose }: RemoveAlbumProps) {
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const remove = trpc.albums.remove.useMutation()
  // Read when the dialog opens: it must name what was logged since the page was opened.
  const query = trpc.albums.get.useQuery({ album }, { staleTime: 0 })
  const entry = query.isFetchedAfterMount && !query.isError ? query.data : undefined
  const confirm = async () => {
    if (remove.isPending) return
    try {
      await remove.mutateAsync({ album })
      toast.success(texts.albums.removed)
      navigate(paths.albums(), { replace: true })
      await utils.invalidate()
    } catch (error) {
      toast.error(refusalText(error, texts.albums.removeFailed))
      onClose()
      void utils.albums.get.invalidate()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.albums.remove}
      width="narrow"
      closable={false}
    >
      {query.isError ? <InlineError {...failureOf(query)} /> : <Consequence entry={entry} />}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          variant="danger"
          disabled={!entry?.canRemove}
          busy={remove.isPending}
          onClick={() => void confirm()}
        >
          {texts.albums.remove}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Consequence({ entry }: { entry: AlbumEntry | undefined }) {
  if (!entry)
    return (
      <div className="flex h-6 items-center">
        <Loading />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    )
  const { own, canRemove } = entry
  const { listens, hearts, lists, othersUse, removeText } = texts.albums
  const uses = [
    own.listens > 0 && listens(own.listens),
    own.hearts > 0 && hearts(own.hearts),
    own.lists > 0 && lists(own.lists),
  ].filter(Boolean)
  return (
    <p role="status" className="text-muted">
      {canRemove ? removeText(uses.join(', ')) : othersUse}
    </p>
  )
}
