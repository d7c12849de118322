import { useState } from 'react'
import type { Track } from '../../shared/catalog.ts'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { formatLength } from '../ui/numbers.ts'
import { Section } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const row = '-mx-3 flex items-baseline gap-4 rounded-control px-3 py-2.5'

/** Number of tracks shown initially if reviews follow below the tracks; a single further track is not hidden. */
const FIRST = 8

export function TrackList({ tracks }: { tracks: Track[] }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = tracks.length > FIRST + 1
  return (
    <Section title={texts.catalog.tracks}>
      <ol>
        {tracks.map((track, index) => (
          <li
            key={track.position}
            className={classes(
              row,
              'transition-colors duration-100 hover:bg-sunken',
              isLong && !isOpen && index >= FIRST && 'max-lg:hidden',
            )}
          >
            <span className="w-6 shrink-0 text-sm text-muted">{track.position}</span>
            <span className="min-w-0 flex-1">
              {track.name}
              {track.featuredArtist && <span className="text-muted"> · {track.featuredArtist}</span>}
            </span>
            <span className="shrink-0 text-sm text-muted">{formatLength(track.duration)}</span>
          </li>
        ))}
      </ol>
      {isLong && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="mt-3 lg:hidden">
          {isOpen ? texts.ui.showLess : texts.catalog.allTracks(tracks.length)}
        </Button>
      )}
    </Section>
  )
}

export function TrackListSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-5 h-7 w-24" />
      {[52, 38, 64, 45, 58, 30, 49, 41, 60, 35].map((width, index) => (
        <div
          key={index}
          className={classes('flex h-11 items-center gap-4', index >= FIRST && 'max-lg:hidden')}
        >
          <Skeleton className="mr-2 h-3.5 w-4" />
          <div className="flex-1">
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-3.5" />
            </div>
          </div>
          <Skeleton className="h-3.5 w-10" />
        </div>
      ))}
    </div>
  )
}
