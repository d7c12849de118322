import { z } from 'zod'
import {
  aliases,
  countOrNull,
  credit,
  genres,
  links,
  mbid,
  name,
  partialDate,
  rows,
  textOrNull,
  type Alias,
  type Credit,
  type Genre,
  type Link,
} from './fields.ts'

/** A release group: an album with all its editions. Aliases and genres are empty in a search. */
export type ReleaseGroup = Credit & {
  id: string
  title: string
  disambiguation: string | null
  /** date of its earliest release, as far as it is known */
  firstReleaseDate: string | null
  /** 'Album', 'EP', 'Single', 'Broadcast' or 'Other' */
  primaryType: string | null
  /** 'Live', 'Compilation', 'Mixtape/Street' and others */
  secondaryTypes: string[]
  aliases: Alias[]
  genres: Genre[]
}

/** An edition in a release group, without its tracks. `status` is 'Official', 'Bootleg', 'Pseudo-Release' and others. */
export type Edition = { id: string; title: string; status: string | null }

/** A result of a search; `score` is 100 for the best result, however bad it is. */
export type FoundGroup = ReleaseGroup & { score: number; editions: Edition[] }

/** A release group by its id; the service sends 25 editions at most. `askedId` differs from `id` after a merge. */
export type GroupDetails = ReleaseGroup & { askedId: string; editions: Edition[]; links: Link[] }

const fields = {
  id: mbid,
  title: name,
  disambiguation: textOrNull,
  'first-release-date': partialDate,
  'primary-type': textOrNull,
  'secondary-types': rows(name),
  'artist-credit': credit,
  aliases,
  genres,
}
const fieldsSchema = z.object(fields)

function groupOf(row: z.output<typeof fieldsSchema>): ReleaseGroup {
  return {
    id: row.id,
    title: row.title,
    ...row['artist-credit'],
    disambiguation: row.disambiguation,
    firstReleaseDate: row['first-release-date'],
    primaryType: row['primary-type'],
    secondaryTypes: row['secondary-types'],
    aliases: row.aliases,
    genres: row.genres,
  }
}

export const releaseGroup = fieldsSchema.transform(groupOf)
const edition = z.object({ id: mbid, title: name, status: textOrNull })
const withEditions = z.object({ ...fields, releases: rows(edition) })

const details = z
  .object({ ...withEditions.shape, relations: links })
  .transform(({ releases, relations, ...row }) => ({
    ...groupOf(row),
    editions: releases,
    links: relations,
  }))

export const parseGroup = (body: unknown, askedId: string): GroupDetails => ({
  ...details.parse(body),
  askedId,
})

export const parseGroupOfRelease = (body: unknown): ReleaseGroup =>
  z.object({ 'release-group': releaseGroup }).parse(body)['release-group']

const found = z
  .object({ ...withEditions.shape, score: z.number().catch(0) })
  .transform(({ releases, score, ...row }): FoundGroup => ({ ...groupOf(row), editions: releases, score }))

const search = z.object({ count: countOrNull, 'release-groups': z.array(z.unknown()) })

/** Parses a page of a search; `total` counts all results. */
export function parseGroupSearch(body: unknown): { groups: FoundGroup[]; total: number } {
  const { count, 'release-groups': list } = search.parse(body)
  return { groups: rows(found).parse(list), total: count ?? list.length }
}

const page = z.object({ 'release-group-count': countOrNull, 'release-groups': z.array(z.unknown()) })

/** Parses a page of an artist's groups. `size` counts the rows of the page, unreadable ones included. */
export function parseGroupPage(body: unknown): { groups: ReleaseGroup[]; size: number; total: number } {
  const { 'release-group-count': count, 'release-groups': list } = page.parse(body)
  return { groups: rows(releaseGroup).parse(list), size: list.length, total: count ?? list.length }
}
