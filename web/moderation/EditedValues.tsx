import { Link } from 'wouter'
import type { EditedAlbum, ModerationLine } from '../../shared/moderation.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/moderation.ts'
import { textLink } from '../ui/Page.tsx'

type Field = keyof EditedAlbum

const labels: Record<Field, string> = {
  artist: texts.albums.artist,
  name: texts.albums.title,
  releaseDate: texts.albums.releaseDate,
  type: texts.albums.type,
  genres: texts.catalog.genres,
  tracks: texts.albums.tracks,
  musicbrainz: 'MusicBrainz',
  cover: texts.albums.cover,
}

function textOf(album: EditedAlbum, field: Field): string {
  const value = album[field]
  if (Array.isArray(value)) return value.join(', ') || '–'
  if (typeof value === 'boolean') return value ? texts.moderation.hasCover : texts.moderation.hasNoCover
  if (field === 'type' && album.type) return texts.catalog.types[album.type]
  return value ?? '–'
}

/** The values that an edit of an album changed, before and after. */
export function EditedValues({ edit }: { edit: NonNullable<ModerationLine['edit']> }) {
  const { album, before, after } = edit
  const fields = (Object.keys(labels) as Field[]).filter((field) => field in after)
  return (
    <div className="w-full text-sm sm:order-1">
      <Link href={paths.album({ artist: album.artist, name: album.album })} className={textLink}>
        {texts.catalog.albumBy(album.album, album.artist)}
      </Link>
      <table className="mt-1 w-full table-fixed text-start wrap-anywhere">
        <thead className="sr-only">
          <tr>
            <th>{texts.moderation.field}</th>
            <th>{texts.moderation.before}</th>
            <th>{texts.moderation.after}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} className="align-top">
              <th scope="row" className="w-28 py-0.5 pr-3 text-start font-normal text-muted">
                {labels[field]}
              </th>
              <td className="py-0.5 pr-3 text-muted line-through decoration-1">{textOf(before, field)}</td>
              <td className="py-0.5">{textOf(after, field)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
