import { ListPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'

const AddToListDialog = lazy(() => import('./AddToListDialog.tsx'))

export function AddToList({ album, nickname }: { album: AlbumCard; nickname: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListPlus size={18} aria-hidden="true" />
        {texts.lists.addTo}
      </Button>
      {isOpen && (
        <Suspense>
          {/* Another viewer has other lists. */}
          <AddToListDialog key={nickname} album={album} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
