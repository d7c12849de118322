import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AlbumCard } from '../../../shared/catalog.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Byline } from '../../ui/Byline.tsx'
import { Cover } from '../../ui/Cover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TagLinks } from '../TagLinks.tsx'

type ListeningRowProps = {
  entry: { id: number; album: AlbumCard; tags?: readonly string[] | undefined }
  nickname: string
  isOwn: boolean
  lead?: ReactNode
  below?: ReactNode
  aside?: ReactNode
}

export function ListeningRow({ entry, nickname, isOwn, lead, below, aside }: ListeningRowProps) {
  const { id, album, tags } = entry
  const [, navigate] = useLocation()
  return (
    <li className="flex items-center gap-4 py-3 sm:gap-6">
      {lead}
      <div className="min-w-0 flex-1">
        {/* The cover is part of the link: two lines of text are too low for a touch target. */}
        <Link href={paths.album(album)} className="group flex items-center gap-4 rounded-sleeve">
          <Cover album={album} size="sm" />
          <span className="min-w-0">
            <span className="line-clamp-2 font-semibold decoration-1 underline-offset-2 group-hover:underline">
              {album.name}
            </span>
            <Byline album={album} className="text-sm" />
          </span>
        </Link>
        {/* Indented by the cover, to align with the names. */}
        {below && <div className="mt-1.5 pl-18">{below}</div>}
        <TagLinks nickname={nickname} tags={tags} className="mt-1.5 pl-18" />
      </div>
      {aside}
      {isOwn && (
        <IconButton
          label={texts.logs.editLog}
          onClick={() => navigate(paths.album(album), { state: { log: id } })}
          className="-mx-2"
        >
          <Pencil size={17} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

export function ListeningRowsSkeleton({ lead }: { lead?: ReactNode }) {
  return (
    <div aria-hidden="true">
      {[0, 1, 2, 3].map((key) => (
        <div key={key} className="flex items-center gap-4 py-3 sm:gap-6">
          {lead}
          <div className="flex flex-1 items-center gap-4">
            <Skeleton className="size-14 rounded-sleeve" />
            <div className="flex-1 space-y-2.5">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-1/4" />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
