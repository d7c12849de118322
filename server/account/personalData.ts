import type { Prisma } from '../generated/prisma/client.ts'
import { accountData } from './personalData/account.ts'
import { nobodys, type Classes, type ColumnClass } from './personalData/classes.ts'
import { musicData } from './personalData/music.ts'
import { notificationData } from './personalData/notifications.ts'
import { playData } from './personalData/plays.ts'
import { relationData } from './personalData/relations.ts'

/**
 * Classification of every model and column of the schema; it does not compile if one is missing. The export is based on it, and
 * so is the test that account deletion leaves nothing behind.
 */
export const personalData: Classes = {
  ...accountData,
  ...relationData,
  ...notificationData,
  ...musicData,
  ...playData,
  List: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      name: 'exported',
      description: 'exported',
      visibility: 'level',
      hiddenLevel: 'internal',
      version: 'internal',
      undoneVersions: 'internal',
      submission: 'internal',
      ranked: 'flag',
      clonedFromId: 'list',
      createdAt: 'exported',
      updatedAt: 'exported',
    },
  },
  // The previous contents of edited lists, kept as long as an open editor can be based on them.
  ListRevision: {
    owner: 'list',
    order: ['listId', 'version'],
    columns: { listId: 'internal', version: 'internal', before: 'internal', createdAt: 'internal' },
  },
  // Copies of values of the list and its owner.
  ListText: {
    owner: 'list',
    order: ['listId'],
    columns: { createdAt: 'internal', listId: 'internal', nickname: 'internal', text: 'internal' },
  },
  ListAlbum: {
    owner: 'list',
    order: ['listId', 'albumId'],
    columns: {
      listId: 'list',
      albumId: 'album',
      position: 'exported',
      note: 'exported',
      addedAt: 'exported',
    },
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
      isBlocked: 'internal',
      hiddenAt: 'internal',
    },
  },
  // Counters of a list or a review, which everyone sees.
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
  // The user already has the uploaded file; the rows created from it are exported in their own models.
  Import: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      state: 'exported',
      format: 'exported',
      fileName: 'exported',
      fileKey: 'internal',
      fileSize: 'exported',
      fileRead: 'internal',
      settings: 'internal',
      asks: 'internal',
      error: 'internal',
      turnAt: 'internal',
      lease: 'internal',
      leasedUntil: 'internal',
      crashes: 'internal',
      createdAt: 'exported',
      startedAt: 'exported',
      endedAt: 'exported',
      prunedAt: 'internal',
      outcome: 'internal',
      awaySince: 'internal',
    },
  },
  ImportAlbum: {
    owner: 'import',
    order: ['id'],
    columns: {
      id: 'internal',
      importId: 'internal',
      key: 'internal',
      artist: 'internal',
      name: 'internal',
      year: 'internal',
      names: 'internal',
      state: 'internal',
      albumId: 'internal',
      chosen: 'internal',
      heard: 'internal',
      proposals: 'internal',
      checkedAt: 'internal',
      tries: 'internal',
      askAgainAt: 'internal',
    },
  },
  ImportRow: {
    owner: 'import',
    order: ['importId', 'number'],
    columns: {
      importId: 'internal',
      number: 'internal',
      kind: 'internal',
      importAlbumId: 'internal',
      state: 'internal',
      why: 'internal',
      date: 'internal',
      rating: 'internal',
      content: 'internal',
      cells: 'internal',
      madeId: 'internal',
    },
  },
  // An authorization that is valid for ten minutes; it means nothing to the user.
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
  // Copies of data in other tables, kept for a day.
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
      ownerId: 'internal',
      createdAt: 'internal',
    },
  },
  // Encrypted; kept for 180 days, for audit trail entries that name a deleted account.
  DeletedAccount: {
    ...nobodys,
    columns: { id: 'internal', nickname: 'internal', deletedAt: 'internal' },
  },
  // No owner: entries are read after an account is deleted, and contain only ids of users.
  AuditEntry: {
    ...nobodys,
    columns: {
      id: 'internal',
      createdAt: 'internal',
      event: 'internal',
      actorId: 'internal',
      subjectId: 'internal',
      address: 'internal',
      times: 'internal',
      detail: 'internal',
    },
  },
  // The operator's: settings of the product.
  Setting: { ...nobodys, columns: { name: 'internal', value: 'internal', sealed: 'internal' } },
  SettingsVersion: { ...nobodys, columns: { id: 'internal', version: 'internal' } },
  // The link that makes the first administrator.
  Setup: { ...nobodys, columns: { id: 'internal', tokenHash: 'internal', finishedAt: 'internal' } },
  EventLog: {
    ...nobodys,
    columns: { id: 'internal', life: 'internal', head: 'internal', pruned: 'internal' },
  },
}

export const exportedModels = (Object.keys(personalData) as Prisma.ModelName[]).filter((model) => {
  const { owner, columns } = personalData[model]
  return owner !== 'nobody' && Object.values<ColumnClass>(columns).some((kind) => kind !== 'internal')
})
