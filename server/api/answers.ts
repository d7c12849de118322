import { z } from 'zod'
import { activityEntry } from '../../shared/activity.ts'
import { albumTypes } from '../../shared/albumTypes.ts'
import { albumCard } from '../../shared/catalog.ts'
import { comment, threadInput } from '../../shared/comments.ts'
import { linkTypes } from '../../shared/links.ts'
import { listenLaterItem } from '../../shared/listenLater.ts'
import { listHead } from '../../shared/lists.ts'
import { review } from '../../shared/logs.ts'
import { mentioned } from '../../shared/mentionSchema.ts'
import { settingOf, type NotificationKind } from '../../shared/notifications.ts'
import { count, rowId } from '../../shared/page.ts'
import { playSources } from '../../shared/plays.ts'
import { userCard } from '../../shared/users.ts'
import { visibility } from '../../shared/visibility.ts'

// Schemas of what the procedures return. The document calls the named ones by their names.

const time = z.iso.datetime()
const day = z.iso.date()
const tags = z.array(z.strictObject({ name: z.string(), url: z.string().nullable() }))
const text = z.strictObject({ text: z.string(), published: z.string().nullable() }).nullable()
const rating = review.shape.rating
const relation = z.enum(['self', 'following', 'requested', 'none', 'visitor'])

const albumDetails = albumCard.extend({
  listeners: count.nullable(),
  playcount: count.nullable(),
  url: z.string().nullable(),
  tags,
  tracks: z.array(
    z.strictObject({
      position: count,
      name: z.string(),
      duration: z.number().nullable(),
      featuredArtist: z.string().nullable(),
    }),
  ),
  wiki: text,
  tint: z.string().nullable(),
  coverSource: z.string().optional(),
  releaseDate: z.string().nullable(),
  type: z.enum(albumTypes).nullable(),
  genres: z.array(z.string()),
  addedBy: z.string().nullable(),
  musicbrainz: z.strictObject({
    state: z.enum(['waiting', 'linked', 'ambiguous', 'none']),
    id: z.string().nullable(),
    url: z.string().nullable(),
  }),
  withoutCatalogue: z.enum(['notFound', 'unavailable', 'notSetUp', 'looking']).optional(),
})

const artistCard = z.strictObject({ name: z.string(), image: z.string().nullable() })

const artistDetails = artistCard.extend({
  listeners: count.nullable(),
  playcount: count.nullable(),
  url: z.string().nullable(),
  tags,
  onTour: z.boolean(),
  bio: text,
  similar: z.array(artistCard),
  albums: z.array(albumCard.extend({ type: z.enum([...albumTypes, 'other']).nullable() })),
  imageCredit: z
    .strictObject({
      author: z.string().nullable(),
      license: z.strictObject({ name: z.string(), url: z.string().nullable() }),
      page: z.string(),
    })
    .optional(),
  musicbrainzUrl: z.string().optional(),
  isLookedUp: z.literal(true).optional(),
  withoutCatalogue: z.literal('notSetUp').optional(),
})

const viewer = userCard.extend({
  bio: z.string().nullable(),
  isModerator: z.literal(true).optional(),
  isAdmin: z.literal(true).optional(),
  isWelcomed: z.literal(true).optional(),
})

const userFound = userCard.extend({ bio: z.string().nullable() })

const profile = userFound.extend({
  links: z.array(z.strictObject({ type: z.enum(linkTypes), url: z.string() })),
  favoriteAlbums: z.array(albumCard),
  followers: count,
  following: count,
  counts: z.strictObject({ favorites: count, listened: count, reviews: count, diary: count, lists: count }),
  relation,
  isPrivate: z.boolean(),
  mutedUntil: time.nullable(),
})

const ownLog = z.strictObject({
  id: rowId,
  version: z.int(),
  rating,
  review: z.string(),
  date: day.nullable(),
  relisten: z.boolean(),
  visibility,
  hidden: z.boolean(),
  tags: z.array(z.string()),
  favorite: z.boolean(),
  createdAt: time,
  updatedAt: time,
})

const listen = z.strictObject({
  id: rowId,
  version: z.int(),
  rating,
  review: z.string().nullable(),
  date: day.nullable(),
  relisten: z.boolean(),
  tags: z.array(z.string()),
  visibility: visibility.nullable(),
  hidden: z.boolean(),
  createdAt: time,
  mentions: z.array(mentioned).optional(),
})

const shelfEntry = listen
  .pick({ id: true, rating: true, date: true, relisten: true, tags: true, visibility: true, hidden: true })
  .extend({ album: albumCard, favorite: z.boolean() })

const listCard = listHead
  .omit({ version: true, updatedAt: true, ranked: true, noted: true })
  .extend({ likeCount: count, commentCount: count, covers: z.array(albumCard) })

const track = z.strictObject({ artist: z.string(), track: z.string(), album: z.string().nullable() })
const play = track.extend({ id: rowId, at: time, albumLink: z.string().nullable() })

const notificationKinds = Object.keys(settingOf) as NotificationKind[]

/** By the names that the document gives them. */
export const answers = {
  Mention: mentioned,
  AlbumCard: albumCard,
  AlbumDetails: albumDetails,
  ArtistCard: artistCard,
  ArtistDetails: artistDetails,
  RatingStats: z.strictObject({ count, average: z.number().nullable(), histogram: z.array(count) }),
  UserCard: userCard,
  UserFound: userFound,
  FollowCard: userCard.extend({ relation, isPrivate: z.boolean() }),
  Profile: profile,
  Viewer: viewer,
  FollowState: z.strictObject({ following: z.boolean(), requested: z.boolean() }),
  OwnLog: ownLog,
  AlbumState: z.strictObject({
    log: ownLog.nullable(),
    favorite: z.boolean(),
    listenLater: z.boolean(),
    listens: count,
    defaultVisibility: visibility,
  }),
  Listen: listen,
  ShelfEntry: shelfEntry,
  DiaryEntry: shelfEntry.extend({ date: day }),
  Tag: z.strictObject({ name: z.string(), count }),
  Review: review.extend({
    liked: z.boolean(),
    listens: count,
    visibility: visibility.nullable(),
    hidden: z.boolean(),
    muted: z.boolean().optional(),
  }),
  LikeState: z.strictObject({ liked: z.boolean(), likeCount: count }),
  ListHead: listHead,
  ListCard: listCard,
  ListView: listHead.extend({
    likeCount: count,
    liked: z.boolean(),
    clonedFrom: listHead.pick({ id: true, name: true }).nullable(),
  }),
  ListEntry: albumCard.extend({ place: z.int().positive(), note: z.string() }),
  Comment: comment.extend({ liked: z.boolean(), muted: z.boolean().optional() }),
  ActivityEntry: activityEntry,
  ListenLaterItem: listenLaterItem,
  NotificationGroup: z.strictObject({
    id: rowId,
    kind: z.enum(notificationKinds),
    position: count,
    at: time,
    unread: z.boolean(),
    count,
    people: z.array(userCard),
    thing: z
      .discriminatedUnion('type', [
        z.strictObject({ type: z.literal('review'), id: rowId, album: albumCard, owner: z.string() }),
        z.strictObject({ type: z.literal('list'), id: rowId, name: z.string(), owner: z.string() }),
      ])
      .nullable(),
    own: z.boolean(),
    comment: rowId.nullable(),
    thread: threadInput.nullable(),
    detail: z
      .strictObject({
        text: z.string().optional(),
        action: z.string().optional(),
        about: z.string().optional(),
        imported: count.optional(),
      })
      .nullable(),
  }),
  Play: play,
  OwnPlay: play.extend({ source: z.enum(playSources), client: z.string().nullable() }),
  NowPlaying: track.extend({ since: time }),
  UnreadState: z.strictObject({ unread: count, readUpTo: count, newest: count }),
} as const
