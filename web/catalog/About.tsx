import { Link } from 'wouter'
import { albumChoiceQuery } from '../../shared/albumChoice.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { classes } from '../ui/classes.ts'
import { Day } from '../ui/Day.tsx'
import { ExpandableText } from '../ui/ExpandableText.tsx'
import { Section, textLink } from '../ui/Page.tsx'
import { Skeleton, TextSkeleton } from '../ui/Skeleton.tsx'

type Tag = { name: string; url: string | null }

type AboutProps = {
  /** `published` is the day of the text's last change */
  text: { text: string; published: string | null } | null
  tags?: Tag[]
  /** replace the tags, if there are any */
  genres?: string[]
  url: string | null
  musicbrainzUrl?: string | null
}

export function About({ text, tags = [], genres = [], url, musicbrainzUrl = null }: AboutProps) {
  const links = (className: string) => (
    <div className={className}>
      <ServiceLink url={url} />
      {musicbrainzUrl && <MusicbrainzLink url={musicbrainzUrl} />}
    </div>
  )
  if (!text && tags.length === 0 && genres.length === 0) return links('')
  const { license } = texts.catalog
  const place = text ? 'mt-5' : ''
  return (
    <Section title={texts.catalog.about}>
      {text && <ExpandableText text={text.text} className="leading-7" />}
      {text?.published && (
        <p className="mt-3 text-sm text-muted">
          <Day iso={text.published} />
        </p>
      )}
      {genres.length > 0 ? (
        <Genres genres={genres} className={place} />
      ) : (
        <Tags tags={tags} className={place} />
      )}
      {links('mt-6')}
      {text && (
        <p className="mt-2 text-sm text-muted">
          {license.before}
          <a
            href="https://creativecommons.org/licenses/by-sa/3.0/"
            target="_blank"
            rel="noopener noreferrer"
            className={quietLink}
          >
            {license.name}
          </a>
          {license.after}
        </p>
      )}
    </Section>
  )
}

const quietLink = 'rounded-sleeve underline underline-offset-2 hover:text-ink'

function MusicbrainzLink({ url }: { url: string }) {
  return (
    <p className="mt-2 text-sm text-muted">
      {texts.catalog.dataFrom}{' '}
      <a href={url} target="_blank" rel="noopener noreferrer" className={quietLink}>
        {texts.catalog.musicbrainz}
      </a>
    </p>
  )
}

export function ServiceLink({ url, className }: { url: string | null; className?: string }) {
  if (!url) return null
  return (
    <p className={className}>
      <a href={url} target="_blank" rel="noopener noreferrer" className={textLink}>
        {texts.catalog.readMore}
      </a>
    </p>
  )
}

const chip = 'block rounded-2xl bg-sunken px-3 py-1 text-sm font-medium text-muted wrap-anywhere'
const chipLink = `${chip} tap transition-colors duration-150 hover:bg-lifted hover:text-ink`
const chips = 'flex flex-wrap gap-2 pointer-coarse:gap-y-4.5'

export function Tags({ tags, className }: { tags: Tag[]; className?: string }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={texts.catalog.tags} className={classes(chips, className)}>
      {tags.map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <a href={url} target="_blank" rel="noopener noreferrer" className={chipLink}>
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

/** Each leads to the albums of that genre. */
function Genres({ genres, className }: { genres: string[]; className: string }) {
  return (
    <ul aria-label={texts.catalog.genres} className={classes(chips, className)}>
      {genres.map((genre) => (
        <li key={genre}>
          <Link href={paths.albums() + albumChoiceQuery({ genre })} className={chipLink}>
            {genre}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function AboutSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-6 h-7 w-20" />
      <TextSkeleton lines={6} />
    </div>
  )
}
