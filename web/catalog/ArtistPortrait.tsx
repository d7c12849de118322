import { useState } from 'react'
import { classes } from '../ui/classes.ts'
import { Disc } from '../ui/Disc.tsx'
import { useArtistPicture } from './useArtistPicture.ts'

const widths = { xs: 'w-10', sm: 'w-16', full: 'w-full' }
const pixels = { xs: 40, sm: 64, full: 320 }

type ArtistPortraitProps = {
  name: string
  /** shown if the streaming service has no picture or is not requested */
  image?: string | null
  /** xs 40 px, sm 64 px, full: as wide as its container */
  size?: 'xs' | 'sm' | 'full'
  /** loads immediately; 'first' also with high priority, for the subject of the page */
  eager?: boolean | 'first'
  /** false never requests the streaming service and shows `image` or the drawn record */
  asks?: boolean
  className?: string
}

export function ArtistPortrait(props: ArtistPortraitProps) {
  const { name, image = null, size = 'full', eager = false, asks = true, className } = props
  const { picture, place } = useArtistPicture(name, image, asks ? (eager ? 'now' : 'near') : 'never')
  const [broken, setBroken] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  return (
    <span
      ref={place}
      className={classes(
        'relative block aspect-square shrink-0 overflow-hidden rounded-full',
        widths[size],
        className,
      )}
    >
      <Disc name={name} className="size-full" />
      {picture && picture !== broken && (
        <img
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager === 'first' ? 'high' : 'auto'}
          src={picture}
          alt=""
          width={pixels[size]}
          height={pixels[size]}
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(picture)}
          onError={() => setBroken(picture)}
          className={classes(
            'absolute inset-0 size-full rounded-full object-cover transition-opacity duration-300',
            picture !== loaded && 'opacity-0',
          )}
        />
      )}
    </span>
  )
}
