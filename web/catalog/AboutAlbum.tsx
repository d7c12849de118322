import type { AlbumDetails } from '../../shared/catalog.ts'
import { Section, textLink } from '../layout/Page.tsx'
import { formatDay } from '../ui/dates.ts'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { Skeleton, TextSkeleton } from '../ui/Skeleton.tsx'

type AboutAlbumProps = { album: Pick<AlbumDetails, 'wiki' | 'tags' | 'url'> }

/** What the catalogue's people wrote of an album, its tags, and the way to them. Nothing if there is none. */
export function AboutAlbum({ album: { wiki, tags, url } }: AboutAlbumProps) {
  if (!wiki && tags.length === 0 && !url) return null
  return (
    <Section title="About">
      {wiki && <ExpandableText text={wiki.text} className="leading-7" />}
      {wiki?.published && (
        <p className="mt-3 text-sm text-muted">
          <time dateTime={wiki.published}>{formatDay(wiki.published)}</time>
        </p>
      )}
      {tags.length > 0 && <Tags tags={tags} />}
      {url && (
        <p className="mt-6">
          <a href={url} target="_blank" rel="noopener noreferrer" className={textLink}>
            Read more on Last.fm
          </a>
        </p>
      )}
      {wiki && (
        <p className="mt-2 text-sm text-muted">
          User-contributed text is available under the{' '}
          <a
            href="https://creativecommons.org/licenses/by-sa/3.0/"
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sleeve underline underline-offset-2 hover:text-ink"
          >
            Creative Commons By-SA License
          </a>
          ; additional terms may apply.
        </p>
      )}
    </Section>
  )
}

const chip = 'block rounded-full bg-sunken px-3 py-1 text-sm font-medium text-muted'

function Tags({ tags }: { tags: AlbumDetails['tags'] }) {
  return (
    <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
      {tags.map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${chip} transition-colors duration-150 hover:bg-lifted hover:text-ink`}
            >
              {name}
            </a>
          ) : (
            <span className={chip}>{name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** An AboutAlbum that is loading. */
export function AboutSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-6 h-7 w-20" />
      <TextSkeleton lines={6} />
    </div>
  )
}
