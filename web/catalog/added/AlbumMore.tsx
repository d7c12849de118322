import { Ellipsis, Merge } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { texts } from '../../../shared/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'

const MergeDialog = lazy(() => import('./MergeDialog.tsx'))

/** The actions of moderators. */
export default function AlbumMore({ album }: { album: { artist: string; name: string } }) {
  const [isMerging, setMerging] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.people.more}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setMerging(true)} icon={<Merge size={18} aria-hidden="true" />}>
          {texts.moderation.merge.open}
        </MenuItem>
      </Menu>
      {isMerging && (
        <Suspense>
          <MergeDialog album={album} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </>
  )
}
