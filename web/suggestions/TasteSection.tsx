import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import type { Taste } from '../../shared/suggestions.ts'
import { texts } from '../texts/taste.ts'
import { Cover } from '../ui/Cover.tsx'
import { Section } from '../ui/Page.tsx'

export default function TasteSection({ taste: { both, agree, examples } }: { taste: Taste }) {
  return (
    <Section title={texts.taste.title} className="mt-12 sm:mt-16">
      <p className="max-w-reading">{texts.taste.common(both, agree)}</p>
      {examples.length > 0 && (
        <ul aria-label={texts.taste.title} className="mt-5 flex flex-wrap gap-4 sm:gap-6">
          {examples.map((album) => (
            <li key={`${album.artist}/${album.name}`} className="w-24">
              <Link href={paths.album(album)} className="group block rounded-sleeve">
                <span className="sleeve block">
                  <Cover album={album} size="md" />
                </span>
                <span className="mt-2 line-clamp-2 text-sm font-semibold decoration-1 underline-offset-2 group-hover:underline">
                  {album.name}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
