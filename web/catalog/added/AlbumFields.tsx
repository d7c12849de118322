import { lazy, Suspense } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { AlbumEntry } from '../../../shared/albums.ts'
import type { AlbumType } from '../../../shared/catalog.ts'
import { limits } from '../../../shared/limits.ts'
import { texts } from '../../../shared/texts.ts'
import { SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import type { AlbumValues } from './albumForm.ts'
import { CoverField } from './CoverField.tsx'
import type { Cover } from './useCover.ts'

const ReleaseGroup = lazy(() => import('./ReleaseGroup.tsx'))

const types = [
  ['', texts.albums.noType],
  ...(Object.entries(texts.catalog.types) as [AlbumType, string][]),
] as const

type AlbumFieldsProps = {
  form: UseFormReturn<AlbumValues>
  cover: Cover
  image: string | null
  /** shows the fields that only moderators can edit; null for other users */
  groups: AlbumEntry['musicbrainz'] | null
}

export function AlbumFields({ form, cover, image, groups }: AlbumFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  const [artist, title] = useWatch({ control, name: ['artist', 'title'] })
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label={texts.albums.artist}
        autoComplete="off"
        length={artist.length}
        limit={limits.catalogName}
        error={errors.artist?.message}
        {...register('artist')}
      />
      <TextField
        label={texts.albums.title}
        autoComplete="off"
        length={title.length}
        limit={limits.catalogName}
        error={errors.title?.message}
        {...register('title')}
      />
      <div className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
        {groups ? (
          <TextField
            label={texts.albums.releaseDate}
            hint={texts.albums.releaseDateHint}
            autoComplete="off"
            error={errors.releaseDate?.message}
            {...register('releaseDate')}
          />
        ) : (
          <TextField
            label={texts.albums.year}
            inputMode="numeric"
            autoComplete="off"
            error={errors.year?.message}
            {...register('year')}
          />
        )}
        <SelectField
          label={texts.albums.type}
          options={types}
          error={errors.type?.message}
          {...register('type')}
        />
      </div>
      {groups && (
        <TextField
          label={texts.catalog.genres}
          hint={texts.albums.genresHint}
          autoComplete="off"
          error={errors.genres?.message}
          {...register('genres')}
        />
      )}
      <CoverField cover={cover} image={image} names={{ artist, title }} error={errors.cover?.message} />
      <TextArea
        label={texts.albums.tracks}
        hint={texts.albums.tracksHint}
        rows={8}
        error={errors.tracks?.message}
        {...register('tracks')}
      />
      {groups && (
        <Suspense>
          <ReleaseGroup form={form} groups={groups} />
        </Suspense>
      )}
    </div>
  )
}
