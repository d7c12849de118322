import type { Prisma } from '../generated/prisma/client.ts'

/**
 * What is known of each column that the product holds:
 * `exported`: the person's own data, as it stands. `json`: the same, kept as a text of JSON; `day`: a day without a time.
 * `internal`: means something to the product alone (row numbers, hashes, sealed tokens); it leaves in no export.
 * `album`, `person`, `list`, `review`, `comment`: the number of something, exported as the names that people know it by.
 */
export type ColumnClass = 'exported' | 'json' | 'day' | 'internal' | Reference
export type Reference = 'album' | 'person' | 'list' | 'review' | 'comment'

type Columns<Model extends Prisma.ModelName> = (typeof Prisma)[`${Model}ScalarFieldEnum`]

/** Of whom a row is: by a column of its own, through its list, or of nobody (the catalogue, the event log's state). */
type ModelClass<Model extends Prisma.ModelName> = {
  owner: keyof Columns<Model> | 'list' | 'nobody'
  /** the rest of the primary key beside the owner: the order of the export */
  order: readonly (keyof Columns<Model>)[]
  columns: Record<keyof Columns<Model>, ColumnClass>
}

const nobodys = { owner: 'nobody', order: [] } as const

/**
 * Every model and every column of the schema, or this does not compile. The export is made of it, and so is the test
 * that the deletion of an account leaves nothing behind.
 */
export const personalData: { [Model in Prisma.ModelName]: ModelClass<Model> } = {
  User: {
    owner: 'id',
    order: [],
    columns: {
      id: 'internal',
      nickname: 'exported',
      email: 'exported',
      passwordHash: 'internal',
      avatar: 'exported',
      bio: 'exported',
      disabledAt: 'internal',
      lastLogAt: 'internal',
      lastLogId: 'internal',
      createdAt: 'exported',
      updatedAt: 'exported',
    },
  },
  ProfileLink: {
    owner: 'userId',
    order: ['position'],
    columns: { userId: 'internal', position: 'exported', type: 'exported', url: 'exported' },
  },
  Session: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      tokenHash: 'internal',
      userAgent: 'exported',
      createdAt: 'exported',
      lastSeenAt: 'exported',
      expiresAt: 'exported',
    },
  },
  Identity: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      provider: 'exported',
      subject: 'exported',
      createdAt: 'exported',
    },
  },
  PasswordReset: {
    owner: 'userId',
    order: [],
    columns: { userId: 'internal', tokenHash: 'internal', createdAt: 'exported', expiresAt: 'exported' },
  },
  Album: {
    ...nobodys,
    columns: {
      id: 'internal',
      key: 'internal',
      artist: 'internal',
      name: 'internal',
      image: 'internal',
      createdAt: 'internal',
      updatedAt: 'internal',
    },
  },
  AlbumAlias: { ...nobodys, columns: { key: 'internal', albumId: 'internal' } },
  Log: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      albumId: 'album',
      source: 'exported',
      rating: 'exported',
      review: 'exported',
      reviewedAt: 'exported',
      date: 'day',
      version: 'internal',
      createdAt: 'exported',
      feedAt: 'internal',
      updatedAt: 'exported',
    },
  },
  Favorite: {
    owner: 'userId',
    order: ['albumId'],
    columns: { userId: 'internal', albumId: 'album', createdAt: 'exported' },
  },
  TopAlbum: {
    owner: 'userId',
    order: ['position'],
    columns: { userId: 'internal', position: 'exported', albumId: 'album' },
  },
  ReviewLike: {
    owner: 'userId',
    order: ['logId'],
    columns: { logId: 'review', userId: 'internal', createdAt: 'exported' },
  },
  // Whom the person follows is theirs; who follows them belongs to the others.
  Follow: {
    owner: 'followerId',
    order: ['followingId'],
    columns: { followerId: 'internal', followingId: 'person', createdAt: 'exported' },
  },
  List: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      name: 'exported',
      description: 'exported',
      version: 'internal',
      submission: 'internal',
      createdAt: 'exported',
      updatedAt: 'exported',
    },
  },
  // Copies of what stands in the list and its owner.
  ListText: {
    owner: 'list',
    order: ['listId'],
    columns: { createdAt: 'internal', listId: 'internal', nickname: 'internal', text: 'internal' },
  },
  ListAlbum: {
    owner: 'list',
    order: ['listId', 'albumId'],
    columns: { listId: 'list', albumId: 'album', position: 'exported' },
  },
  ListLike: {
    owner: 'userId',
    order: ['listId'],
    columns: { listId: 'list', userId: 'internal', createdAt: 'exported' },
  },
  Comment: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      listId: 'list',
      logId: 'review',
      text: 'exported',
      submission: 'internal',
      createdAt: 'exported',
    },
  },
  // Numbers that everybody sees, of a list or of a review.
  CommentCount: {
    owner: 'list',
    order: ['id'],
    columns: { id: 'internal', listId: 'internal', logId: 'internal', comments: 'internal' },
  },
  CommentLike: {
    owner: 'userId',
    order: ['commentId'],
    columns: { commentId: 'comment', userId: 'internal', createdAt: 'exported' },
  },
  SpotifyConnection: {
    owner: 'userId',
    order: [],
    columns: {
      userId: 'internal',
      spotifyId: 'exported',
      accessToken: 'internal',
      refreshToken: 'internal',
      scope: 'exported',
      expiresAt: 'exported',
      authorizedAt: 'exported',
      renewUntil: 'internal',
      syncId: 'internal',
      syncUntil: 'internal',
      syncProgress: 'internal',
      summary: 'json',
      lastSyncAt: 'exported',
      createdAt: 'exported',
      updatedAt: 'exported',
    },
  },
  // Ten minutes of a way to Spotify and back; nothing of it means anything to a person.
  SpotifyAuthorization: {
    owner: 'userId',
    order: ['stateHash'],
    columns: {
      stateHash: 'internal',
      userId: 'internal',
      sessionId: 'internal',
      verifier: 'internal',
      createdAt: 'internal',
      spentAt: 'internal',
      outcome: 'internal',
    },
  },
  // Copies of what stands elsewhere, for a day.
  Event: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      seq: 'internal',
      topic: 'internal',
      type: 'internal',
      payload: 'internal',
      userId: 'internal',
      createdAt: 'internal',
    },
  },
  EventLog: {
    ...nobodys,
    columns: { id: 'internal', life: 'internal', head: 'internal', pruned: 'internal' },
  },
}

/** The models of which an account can hold rows that are worth an export. */
export const exportedModels = (Object.keys(personalData) as Prisma.ModelName[]).filter((model) => {
  const { owner, columns } = personalData[model]
  return owner !== 'nobody' && Object.values<ColumnClass>(columns).some((kind) => kind !== 'internal')
})
