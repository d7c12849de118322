import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { sleeveSizes } from '../../shared/pictures.ts'
import { texts } from '../../shared/texts.ts'
import { MarkedTile } from '../logs/MarkedTile.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Page.tsx'

const TopAlbumsEditor = lazy(() => import('./TopAlbumsEditor.tsx'))

type TopAlbumsProps = { nickname: string; albums: AlbumCard[]; isOwner: boolean }

export function TopAlbums({ nickname, albums, isOwner }: TopAlbumsProps) {
  const [isEditing, setEditing] = useState(false)
  if (albums.length === 0 && !isOwner) return null
  const free = isOwner ? Math.max(limits.topAlbums - albums.length, 0) : 0
  return (
    <Section
      title={texts.favorites.topAlbums}
      className="mt-12 sm:mt-16"
      aside={
        isOwner && (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
        )
      }
    >
      <ul
        aria-label={texts.favorites.topAlbums}
        className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-4 sm:gap-x-6"
      >
        {albums.map((album) => (
          <li key={`${album.artist}/${album.name}`} className="min-w-0">
            <MarkedTile album={album} eager sizes={sleeveSizes.top} />
          </li>
        ))}
        {Array.from({ length: free }, (_, index) => (
          <li key={index} className={albums.length === 0 && index > 1 ? 'max-sm:hidden' : undefined}>
            <AddAlbum onAdd={() => setEditing(true)} />
          </li>
        ))}
      </ul>
      {isEditing && (
        <Suspense>
          <TopAlbumsEditor nickname={nickname} albums={albums} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function AddAlbum({ onAdd }: { onAdd: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onAdd}
      className={
        'flex aspect-square w-full flex-col items-center justify-center gap-2 rounded-sleeve border border-dashed ' +
        'border-edge/60 text-sm font-semibold text-muted transition-colors duration-150 hover:border-edge ' +
        'hover:bg-sunken hover:text-ink'
      }
    >
      <Plus size={22} aria-hidden="true" />
      {texts.favorites.addAlbum}
    </button>
  )
}
