import { z } from 'zod'
import {
  aliases,
  countOrNull,
  genres,
  links,
  mbid,
  name,
  partialDate,
  rows,
  textOrNull,
  type Alias,
  type Genre,
  type Link,
} from './fields.ts'

type Artist = {
  id: string
  name: string
  sortName: string
  disambiguation: string | null
  /** 'Person', 'Group' and others */
  type: string | null
  /** 'IS' */
  country: string | null
  beginDate: string | null
  endDate: string | null
  hasEnded: boolean
  aliases: Alias[]
}

/** A result of a search; `score` is 100 for the best result, however bad it is. */
export type FoundArtist = Artist & { score: number }

/** An artist by its id; `askedId` differs from `id` after a merge. */
export type ArtistDetails = Artist & { askedId: string; genres: Genre[]; links: Link[] }

const span = z
  .object({ begin: partialDate, end: partialDate, ended: z.boolean().nullish().catch(null) })
  .nullish()
  .catch(null)
const fields = {
  id: mbid,
  name,
  'sort-name': textOrNull,
  disambiguation: textOrNull,
  type: textOrNull,
  country: textOrNull,
  'life-span': span,
  aliases,
}
const fieldsSchema = z.object(fields)

function artistOf({
  'sort-name': sortName,
  'life-span': life,
  ...row
}: z.output<typeof fieldsSchema>): Artist {
  return {
    ...row,
    sortName: sortName ?? row.name,
    beginDate: life?.begin ?? null,
    endDate: life?.end ?? null,
    hasEnded: life?.ended ?? false,
  }
}

const details = z
  .object({ ...fields, genres, relations: links })
  .transform(({ genres: voted, relations, ...row }) => ({
    ...artistOf(row),
    genres: voted,
    links: relations,
  }))

export const parseArtist = (body: unknown, askedId: string): ArtistDetails => ({
  ...details.parse(body),
  askedId,
})

const found = z
  .object({ ...fields, score: z.number().catch(0) })
  .transform(({ score, ...row }): FoundArtist => ({ ...artistOf(row), score }))

const search = z.object({ count: countOrNull, artists: z.array(z.unknown()) })

/** Parses a page of a search; `total` counts all results. */
export function parseArtistSearch(body: unknown): { artists: FoundArtist[]; total: number } {
  const { count, artists } = search.parse(body)
  return { artists: rows(found).parse(artists), total: count ?? artists.length }
}
