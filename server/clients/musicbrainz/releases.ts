import { z } from 'zod'
import {
  countOrNull,
  credit,
  mbid,
  name,
  partialDate,
  rows,
  text,
  textOrNull,
  type Credit,
} from './fields.ts'
import { releaseGroup, type Edition, type ReleaseGroup } from './groups.ts'

type Track = Credit & {
  /** from 1 within its medium */
  position: number
  /** as printed: '3', 'A1' */
  number: string
  title: string
  /** milliseconds */
  length: number | null
  recordingId: string | null
}

/** A disc, a record, a download. Hidden tracks before the first one and data tracks are omitted. */
type Medium = {
  position: number
  /** 'CD', '12" Vinyl', 'Digital Media' and others */
  format: string | null
  title: string | null
  trackCount: number
  tracks: Track[]
}

/** A release with its tracks. */
export type Release = Edition &
  Credit & {
    date: string | null
    country: string | null
    disambiguation: string | null
    /** whether the Cover Art Archive has a front cover */
    hasFront: boolean
    media: Medium[]
    group: ReleaseGroup | null
  }

const track = z
  .object({
    position: z.number().int(),
    number: text,
    title: text,
    length: countOrNull,
    recording: z
      .object({ id: mbid, title: text, length: countOrNull, 'artist-credit': credit })
      .nullish()
      .catch(null),
    'artist-credit': credit,
  })
  .transform(({ recording, 'artist-credit': credited, ...row }): Track => ({
    ...row,
    title: row.title || (recording?.title ?? ''),
    length: row.length ?? recording?.length ?? null,
    recordingId: recording?.id ?? null,
    ...(credited.artists.length > 0 || !recording ? credited : recording['artist-credit']),
  }))

const medium = z
  .object({
    position: z.number().int(),
    format: textOrNull,
    title: textOrNull,
    'track-count': countOrNull,
    tracks: rows(track),
  })
  .transform(({ 'track-count': trackCount, tracks, ...row }): Medium => ({
    ...row,
    trackCount: trackCount ?? tracks.length,
    tracks: tracks.toSorted((a, b) => a.position - b.position),
  }))

const release = z
  .object({
    id: mbid,
    title: name,
    status: textOrNull,
    date: partialDate,
    country: textOrNull,
    disambiguation: textOrNull,
    'artist-credit': credit,
    'cover-art-archive': z.object({ front: z.boolean() }).nullish().catch(null),
    'release-group': releaseGroup.nullish().catch(null),
    media: rows(medium),
  })
  .transform(
    ({
      'artist-credit': credited,
      'cover-art-archive': covers,
      'release-group': group,
      ...row
    }): Release => ({
      ...row,
      ...credited,
      hasFront: covers?.front ?? false,
      group: group ?? null,
      media: row.media.toSorted((a, b) => a.position - b.position),
    }),
  )

const page = z.object({ 'release-count': countOrNull, releases: z.array(z.unknown()) })

/** Parses releases of a group, earliest first, unknown parts of a date last: the service sends a page in the order of its ids. */
export function parseReleases(body: unknown): { releases: Release[]; total: number } {
  const { 'release-count': count, releases } = page.parse(body)
  const day = ({ date }: Release) => (date ?? '9999').padEnd(10, '~')
  return {
    releases: rows(release)
      .parse(releases)
      .toSorted((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0)),
    total: count ?? releases.length,
  }
}
