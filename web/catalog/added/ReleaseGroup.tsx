import { useWatch, type UseFormReturn } from 'react-hook-form'
import { Link } from 'wouter'
import type { AlbumEntry, Candidate } from '../../../shared/albums.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { RadioList } from '../../moderation/RadioList.tsx'
import { TextField } from '../../ui/Field.tsx'
import { textLink } from '../../ui/Page.tsx'
import { formatReleaseDate } from '../releaseDate.ts'
import { NO_GROUP, type AlbumValues } from './albumForm.ts'

type ReleaseGroupProps = { form: UseFormReturn<AlbumValues>; groups: AlbumEntry['musicbrainz'] }

/** Chooses which release group of MusicBrainz the album is. */
export default function ReleaseGroup({ form, groups }: ReleaseGroupProps) {
  const { control, register, formState, setValue } = form
  const candidate = useWatch({ control, name: 'candidate' })
  const { candidates, others } = groups
  const options = [
    ...candidates.map((candidate) => ({ value: candidate.id, label: labelOf(candidate) })),
    { value: NO_GROUP, label: texts.albums.noGroup },
  ]
  return (
    <>
      {candidates.length > 0 && (
        <RadioList
          label="MusicBrainz"
          options={options}
          value={candidate}
          onChange={(value) => setValue('candidate', value, { shouldDirty: true })}
        />
      )}
      <TextField
        label={texts.albums.group}
        hint={texts.albums.groupHint}
        autoComplete="off"
        error={formState.errors.musicbrainz?.message}
        {...register('musicbrainz')}
      />
      {others.length > 0 && (
        <p className="text-sm text-muted">
          {texts.albums.sameGroup}{' '}
          {others.map(({ artist, album: name }, index) => (
            <span key={paths.album({ artist, name })}>
              {index > 0 && ', '}
              <Link href={paths.album({ artist, name })} className={textLink}>
                {texts.catalog.albumBy(name, artist)}
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** 'Peter Gabriel, Album, September 1980' */
function labelOf({ artist, title, releaseDate, type }: Candidate): string {
  const known = [
    texts.catalog.albumBy(title, artist),
    type && texts.catalog.types[type],
    releaseDate && formatReleaseDate(releaseDate),
  ]
  return known.filter(Boolean).join(' · ')
}
