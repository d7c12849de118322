import { Ellipsis, Flag, Merge, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { AlbumEntry } from '../../../shared/albums.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { lazyPage } from '../../lib/lazyPage.ts'
import { refusalText, trpc } from '../../lib/trpc.ts'
import { IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
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
  if (!canEdit && !canReport) return null
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
      {entry && (
        <RemoveAlbum
          entry={entry}
          open={openDialog === 'remove'}
          onOpenChange={(open) => setOpenDialog(open ? 'remove' : null)}
        />
      )}
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

type RemoveAlbumProps = { entry: AlbumEntry; open: boolean; onOpenChange: (open: boolean) => void }

function RemoveAlbum({ entry: { artist, title, own }, open, onOpenChange }: RemoveAlbumProps) {
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const remove = trpc.albums.remove.useMutation()
  const { listens, hearts, lists } = texts.albums
  const uses = [
    own.listens > 0 && listens(own.listens),
    own.hearts > 0 && hearts(own.hearts),
    own.lists > 0 && lists(own.lists),
  ].filter(Boolean)
  const confirm = async () => {
    try {
      await remove.mutateAsync({ album: { artist, album: title } })
      toast.success(texts.albums.removed)
      navigate(paths.albums(), { replace: true })
      await utils.invalidate()
    } catch (error) {
      toast.error(refusalText(error, texts.albums.removeFailed))
      onOpenChange(false)
      void utils.albums.get.invalidate()
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.albums.remove}
      text={texts.albums.removeText(uses.join(', '))}
      verb={texts.albums.remove}
      busy={remove.isPending}
      onConfirm={() => void confirm()}
    />
  )
}
