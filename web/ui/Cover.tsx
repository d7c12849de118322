import { useState } from 'react'
import type { CoverAlbum } from '../../shared/catalog.ts'
import { paperOf } from '../../shared/look.ts'
import { pictureSet, sleeveSizes, smallPicture } from '../../shared/pictures.ts'
import { classes } from './classes.ts'

const widths = { xs: 'w-10', sm: 'w-14', md: 'w-24', stack: 'w-full', full: 'w-full' }
const pixels = { xs: 40, sm: 56, md: 96, full: 300 }

type CoverProps = {
  album: CoverAlbum
  /** xs 40 px, sm 56 px, md 96 px, stack: at most 174 px, full: width of the container */
  size?: keyof typeof widths
  /** width of `full`, in the syntax of the `sizes` attribute; by default that in a grid of albums */
  sizes?: string
  /** loads immediately, for covers in the first screen; 'first' also sets a high priority, for the main cover of a page */
  eager?: boolean | 'first'
  /** alternative text; empty (decorative) by default because the name is shown next to it */
  alt?: string
}

export function Cover({
  album,
  size = 'full',
  sizes = sleeveSizes.grid,
  eager = false,
  alt = '',
}: CoverProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const shape = classes('cover', widths[size])
  if (album.image && album.image !== brokenUrl) {
    return (
      <img
        // Before `src`: the fetch starts as soon as that is set.
        loading={eager ? 'eager' : 'lazy'}
        {...(eager === 'first' && { fetchPriority: 'high' })}
        {...(size === 'stack' ? smallPicture(album.image) : pictureOf(album.image, size, sizes))}
        alt={alt}
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setBrokenUrl(album.image)}
        className={shape}
      />
    )
  }
  return <DrawnSleeve album={album} alt={alt} className={shape} />
}

/** `src` comes after `sizes` and `srcSet`: the fetch starts as soon as it is set. */
const pictureOf = (image: string, size: keyof typeof pixels, sizes: string) => ({
  sizes: size === 'full' ? sizes : `${pixels[size]}px`,
  srcSet: pictureSet(image),
  src: image,
  width: pixels[size],
  height: pixels[size],
})

type DrawnSleeveProps = { album: CoverAlbum; alt: string; className: string }

/** The name is left out if the sleeve is too small to read it. */
function DrawnSleeve({ album, alt, className }: DrawnSleeveProps) {
  const { ground, print } = paperOf(album)
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={classes('@container relative', className)}
      style={{ backgroundColor: ground, color: print }}
    >
      <svg viewBox="0 0 100 100" className="absolute inset-0 size-full opacity-35" aria-hidden="true">
        {[62, 54, 46, 38, 30, 22].map((radius) => (
          <circle
            key={radius}
            cx="78"
            cy="92"
            r={radius}
            fill="none"
            stroke="currentColor"
            strokeWidth="0.7"
          />
        ))}
        <circle cx="78" cy="92" r="13" fill="currentColor" />
      </svg>
      <span
        className={
          'absolute inset-x-[8%] top-[8%] flex flex-col gap-[0.3em] text-[max(0.6rem,7.5cqw)] leading-tight ' +
          '@max-[4rem]:hidden'
        }
      >
        <span className="heading line-clamp-3">{album.name}</span>
        <span className="line-clamp-2 opacity-80">{album.artist}</span>
      </span>
    </span>
  )
}
