import { z } from 'zod'

// Shapes of the services' responses, written from their serializers and fixtures: a key that the service always sends is
// required, one that it leaves out is optional, and no other is allowed.

const mbid = z.uuid()
/** '' if unknown, a year, a month or a day */
const partialDate = z.string().regex(/^(\d{4}(-\d\d(-\d\d)?)?)?$/)
const knownDate = z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/)

const alias = z.strictObject({
  name: z.string(),
  'sort-name': z.string(),
  locale: z.string().nullable(),
  primary: z.boolean().nullable(),
  type: z.string().nullable(),
  'type-id': mbid.nullable(),
  begin: partialDate.nullable(),
  end: partialDate.nullable(),
  ended: z.boolean(),
})
const tag = z.strictObject({ count: z.int().positive(), name: z.string() })
const genre = z.strictObject({
  id: mbid,
  name: z.string(),
  disambiguation: z.string(),
  count: z.int().positive(),
})
const area = z.strictObject({
  id: mbid,
  name: z.string(),
  'sort-name': z.string(),
  disambiguation: z.literal(''),
  'iso-3166-1-codes': z.array(z.string().length(2)).length(1),
  type: z.null(),
  'type-id': z.null(),
})
const artistStub = {
  id: mbid,
  name: z.string().min(1),
  'sort-name': z.string().min(1),
  disambiguation: z.string(),
  country: z.string().length(2).nullable(),
  type: z.string().nullable(),
  'type-id': mbid.nullable(),
  aliases: z.array(alias).optional(),
  tags: z.array(tag).optional(),
  genres: z.array(genre).optional(),
}
const credit = z
  .array(
    z.strictObject({ name: z.string().min(1), joinphrase: z.string(), artist: z.strictObject(artistStub) }),
  )
  .min(1)
const relation = z.strictObject({
  type: z.string(),
  'type-id': mbid,
  'target-type': z.literal('url'),
  direction: z.literal('forward'),
  url: z.strictObject({ id: mbid, resource: z.url() }),
  begin: z.null(),
  end: z.null(),
  ended: z.boolean(),
  attributes: z.array(z.string()),
  'attribute-ids': z.strictObject({}),
  'attribute-values': z.strictObject({}),
  'source-credit': z.string(),
  'target-credit': z.string(),
})
const rating = z.strictObject({
  value: z.number().min(0).max(5).nullable(),
  'votes-count': z.int().min(0),
})

const releaseStub = {
  id: mbid,
  title: z.string().min(1),
  status: z.string().nullable(),
  'status-id': mbid.nullable(),
  quality: z.enum(['low', 'normal', 'high']),
  'text-representation': z.strictObject({
    language: z.string().length(3).nullable(),
    script: z.string().length(4).nullable(),
  }),
  date: partialDate.optional(),
  country: z.string().length(2).nullable().optional(),
  'release-events': z.array(z.strictObject({ date: partialDate, area: area.nullable() })).optional(),
  barcode: z.string().nullable(),
  packaging: z.string().nullable(),
  'packaging-id': mbid.nullable(),
  disambiguation: z.string(),
  'artist-credit': credit.optional(),
}

const group = {
  id: mbid,
  title: z.string().min(1),
  disambiguation: z.string(),
  'first-release-date': partialDate,
  'primary-type': z.enum(['Album', 'Single', 'EP', 'Broadcast', 'Other']).nullable(),
  'primary-type-id': mbid.nullable(),
  'secondary-types': z.array(z.string()),
  'secondary-type-ids': z.array(mbid),
  'artist-credit': credit.optional(),
  aliases: z.array(alias).optional(),
  annotation: z.string().nullable().optional(),
  rating: rating.optional(),
  tags: z.array(tag).optional(),
  genres: z.array(genre).optional(),
}
const groupInside = z.strictObject(group)

export const groupLookup = z.strictObject({
  ...group,
  releases: z.array(z.strictObject(releaseStub)).max(25).optional(),
  relations: z.array(relation).optional(),
})

const track = z.strictObject({
  id: mbid,
  position: z.int().min(0),
  number: z.string().min(1),
  title: z.string().min(1),
  length: z.int().positive().nullable(),
  recording: z.strictObject({
    id: mbid,
    title: z.string().min(1),
    length: z.int().positive().nullable(),
    disambiguation: z.string(),
    video: z.boolean(),
    'first-release-date': knownDate.optional(),
    'artist-credit': credit.optional(),
  }),
  'artist-credit': credit.optional(),
})
const medium = z.strictObject({
  id: mbid,
  position: z.int().positive(),
  title: z.string(),
  format: z.string().nullable(),
  'format-id': mbid.nullable(),
  'track-count': z.int().positive(),
  'track-offset': z.int().min(0).optional(),
  tracks: z.array(track).min(1).optional(),
  pregap: track.optional(),
  'data-tracks': z.array(track).min(1).optional(),
})

export const releaseLookup = z.strictObject({
  ...releaseStub,
  asin: z.string().nullable(),
  'cover-art-archive': z.strictObject({
    artwork: z.boolean(),
    count: z.int().min(0),
    front: z.boolean(),
    back: z.boolean(),
    darkened: z.boolean(),
  }),
  'release-group': groupInside.optional(),
  media: z.array(medium).optional(),
  tags: z.array(tag).optional(),
  genres: z.array(genre).optional(),
  aliases: z.array(alias).optional(),
})

export const artistLookup = z.strictObject({
  ...artistStub,
  area: area.nullable(),
  'begin-area': area.nullable(),
  'end-area': area.nullable(),
  gender: z.string().nullable(),
  'gender-id': mbid.nullable(),
  'life-span': z.strictObject({
    begin: knownDate.nullable(),
    end: knownDate.nullable(),
    ended: z.boolean(),
  }),
  ipis: z.array(z.string()),
  isnis: z.array(z.string()),
  rating: rating.optional(),
  relations: z.array(relation).optional(),
  'release-groups': z.array(groupInside).max(25).optional(),
})

export const groupBrowse = z.strictObject({
  'release-group-count': z.int().min(0),
  'release-group-offset': z.int().min(0),
  'release-groups': z.array(groupInside).max(100),
})
export const releaseBrowse = z.strictObject({
  'release-count': z.int().min(0),
  'release-offset': z.int().min(0),
  releases: z.array(releaseLookup).max(100),
})
export const genreList = z.strictObject({
  'genre-count': z.int().positive(),
  'genre-offset': z.int().min(0),
  genres: z.array(z.strictObject({ id: mbid, name: z.string(), disambiguation: z.string() })).max(100),
})
export const failureBody = z.strictObject({
  error: z.string(),
  help: z.literal('For usage, please see: https://musicbrainz.org/development/mmd'),
})

// A search leaves empty values out.
const filled = z.string().min(1)
const aliasHit = z.strictObject({
  'sort-name': z.string(),
  'type-id': mbid.optional(),
  name: filled,
  locale: z.string().nullable(),
  type: z.string().nullable(),
  primary: z.literal(true).nullable(),
  'begin-date': z.null(),
  'end-date': z.null(),
})
const creditHit = z
  .array(
    z.strictObject({
      joinphrase: filled.optional(),
      name: filled.optional(),
      artist: z.strictObject({
        id: mbid,
        name: filled,
        'sort-name': filled,
        disambiguation: filled.optional(),
        aliases: z.array(aliasHit).min(1).optional(),
      }),
    }),
  )
  .min(1)
const typesHit = {
  'primary-type': filled.optional(),
  'primary-type-id': mbid.optional(),
  'secondary-types': z.array(filled).min(1).optional(),
  'secondary-type-ids': z.array(mbid).min(1).optional(),
}
const frame = { created: z.iso.datetime(), count: z.int().min(0), offset: z.int().min(0) }
const score = z.int().min(0).max(100)
const areaHit = z.strictObject({
  id: mbid,
  name: filled,
  'sort-name': filled,
  'iso-3166-1-codes': z.array(filled).length(1),
})

export const groupSearch = z.strictObject({
  ...frame,
  'release-groups': z
    .array(
      z.strictObject({
        id: mbid,
        'type-id': mbid.optional(),
        score,
        'artist-credit-id': mbid,
        count: z.int().min(0),
        title: filled,
        'first-release-date': knownDate.optional(),
        disambiguation: filled.optional(),
        ...typesHit,
        'artist-credit': creditHit,
        releases: z
          .array(
            z.strictObject({
              id: mbid,
              'status-id': mbid.optional(),
              title: filled,
              status: filled.optional(),
            }),
          )
          .min(1)
          .optional(),
        aliases: z.array(aliasHit).min(1).optional(),
        tags: z.array(tag).min(1).optional(),
      }),
    )
    .max(100),
})

export const releaseSearch = z.strictObject({
  ...frame,
  releases: z.array(
    z.strictObject({
      id: mbid,
      score,
      'artist-credit-id': mbid,
      count: z.int().min(0),
      title: filled,
      status: filled.optional(),
      'status-id': mbid.optional(),
      disambiguation: filled.optional(),
      'text-representation': z
        .strictObject({ language: filled.optional(), script: filled.optional() })
        .optional(),
      'artist-credit': creditHit,
      'release-group': z.strictObject({ id: mbid, title: filled, ...typesHit }),
      date: knownDate.optional(),
      country: filled.optional(),
      'release-events': z
        .array(z.strictObject({ date: knownDate.optional(), area: areaHit }))
        .min(1)
        .optional(),
      barcode: filled.optional(),
      'track-count': z.int().min(0),
      media: z.array(
        z.strictObject({
          format: filled.optional(),
          'disc-count': z.int().min(0),
          'track-count': z.int().min(0),
        }),
      ),
    }),
  ),
})

export const artistSearch = z.strictObject({
  ...frame,
  artists: z.array(
    z.strictObject({
      id: mbid,
      type: filled.optional(),
      'type-id': mbid.optional(),
      score,
      name: filled,
      'sort-name': filled,
      country: filled.optional(),
      area: areaHit.optional(),
      disambiguation: filled.optional(),
      'life-span': z.strictObject({ begin: knownDate.optional(), ended: z.null() }),
      aliases: z.array(aliasHit).min(1).optional(),
      tags: z.array(tag).min(1).optional(),
    }),
  ),
})

export const archiveIndex = z.strictObject({
  release: z.string().regex(/^http:\/\/musicbrainz\.org\/release\/[0-9a-f-]{36}$/),
  images: z.array(
    z.strictObject({
      approved: z.boolean(),
      back: z.boolean(),
      comment: z.string(),
      edit: z.int(),
      front: z.boolean(),
      id: z.union([z.int().positive(), z.string().regex(/^\d+$/)]),
      image: z.string().startsWith('http://'),
      thumbnails: z.strictObject({
        250: z.string().startsWith('http://').optional(),
        500: z.string().startsWith('http://').optional(),
        1200: z.string().startsWith('http://').optional(),
        large: z.string().startsWith('http://'),
        small: z.string().startsWith('http://'),
      }),
      types: z.array(z.string()),
    }),
  ),
})

export const groupChart = z.strictObject({
  payload: z.strictObject({
    release_groups: z.array(
      z.strictObject({
        artists: z
          .array(z.strictObject({ artist_credit_name: filled, artist_mbid: mbid, join_phrase: z.string() }))
          .optional(),
        artist_mbids: z.array(mbid),
        artist_name: filled,
        caa_id: z.int().positive().optional(),
        caa_release_mbid: mbid.optional(),
        listen_count: z.int().positive(),
        release_group_mbid: mbid.optional(),
        release_group_name: filled,
      }),
    ),
    count: z.int().min(0),
    total_release_group_count: z.int().min(0),
    offset: z.int().min(0),
    range: filled,
    from_ts: z.int(),
    to_ts: z.int(),
    last_updated: z.int(),
  }),
})

export const freshList = z.strictObject({
  payload: z.strictObject({
    releases: z.array(
      z.strictObject({
        artist_credit_name: filled,
        artist_mbids: z.array(mbid),
        caa_id: z.int().nullable(),
        caa_release_mbid: mbid.nullable(),
        listen_count: z.int().min(0),
        release_date: z.iso.date(),
        release_group_mbid: mbid,
        release_group_primary_type: filled.optional(),
        release_group_secondary_type: filled.optional(),
        release_mbid: mbid,
        release_name: filled,
        release_tags: z.array(filled),
      }),
    ),
    total_count: z.int().min(0),
  }),
})

const claim = z.strictObject({
  mainsnak: z.strictObject({
    snaktype: z.enum(['value', 'somevalue']),
    property: z.literal('P18'),
    hash: filled,
    datavalue: z.strictObject({ value: filled, type: z.literal('string') }).optional(),
    datatype: z.literal('commonsMedia'),
  }),
  type: z.literal('statement'),
  id: z.string().regex(/^Q\d+\$.+$/),
  rank: z.enum(['normal', 'preferred', 'deprecated']),
})
export const claimList = z.strictObject({
  claims: z.strictObject({ P18: z.array(claim).min(1).optional() }),
})

const metadata = z.strictObject({
  value: z.string(),
  source: z.enum(['commons-desc-page', 'mediawiki-metadata']),
  hidden: z.literal('').optional(),
})
export const commonsQuery = z.strictObject({
  batchcomplete: z.literal(''),
  query: z.strictObject({
    normalized: z.array(z.strictObject({ from: filled, to: filled })).optional(),
    pages: z.record(
      z.string(),
      z.strictObject({
        pageid: z.int().positive().optional(),
        ns: z.literal(6),
        title: z.string().startsWith('File:'),
        missing: z.literal('').optional(),
        imagerepository: z.string(),
        imageinfo: z
          .array(
            z.strictObject({
              thumburl: z.url(),
              thumbwidth: z.int(),
              thumbheight: z.int(),
              url: z.url(),
              descriptionurl: z.url(),
              descriptionshorturl: z.url(),
              extmetadata: z.record(z.string(), metadata),
            }),
          )
          .length(1)
          .optional(),
      }),
    ),
  }),
})
