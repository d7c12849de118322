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
  url: string | null
}

export function About({ text, tags = [], url }: AboutProps) {
  if (!text && tags.length === 0) return <ServiceLink url={url} />
  const { license } = texts.catalog
  return (
    <Section title={texts.catalog.about}>
      {text && <ExpandableText text={text.text} className="leading-7" />}
      {text?.published && (
        <p className="mt-3 text-sm text-muted">
          <Day iso={text.published} />
        </p>
      )}
      <Tags tags={tags} className={text ? 'mt-5' : ''} />
      <ServiceLink url={url} className="mt-6" />
      {text && (
        <p className="mt-2 text-sm text-muted">
          {license.before}
          <a
            href="https://creativecommons.org/licenses/by-sa/3.0/"
            target="_blank"
            rel="noopener noreferrer"
            className="rounded-sleeve underline underline-offset-2 hover:text-ink"
          >
            {license.name}
          </a>
          {license.after}
        </p>
      )}
    </Section>
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

export function Tags({ tags, className }: { tags: Tag[]; className?: string }) {
  if (tags.length === 0) return null
  return (
    <ul
      aria-label={texts.catalog.tags}
      className={classes('flex flex-wrap gap-2 pointer-coarse:gap-y-4.5', className)}
    >
      {tags.map(({ name, url }) => (
        <li key={name}>
          {url ? (
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              className={`${chip} tap transition-colors duration-150 hover:bg-lifted hover:text-ink`}
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

export function AboutSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton className="mb-6 h-7 w-20" />
      <TextSkeleton lines={6} />
    </div>
  )
}
