import { nobodys, type Classes } from './classes.ts'

/**
 * Whom a user follows, blocks and mutes is their data. That somebody follows, blocks or mutes them, or
 * declined a request, is data of those other users.
 */
export const relationData: Pick<
  Classes,
  'Follow' | 'FollowRequest' | 'Block' | 'Mute' | 'Submission' | 'Report' | 'ModerationAction' | 'AlbumEdit'
> = {
  Follow: {
    owner: 'followerId',
    order: ['followingId'],
    columns: {
      followerId: 'internal',
      followingId: 'person',
      createdAt: 'exported',
      mutedUntil: 'internal',
    },
  },
  FollowRequest: {
    owner: 'requesterId',
    order: ['requestedId'],
    columns: {
      requesterId: 'internal',
      requestedId: 'person',
      createdAt: 'exported',
      declinedAt: 'internal',
      withdrawnAt: 'internal',
    },
    // A withdrawn request is not exported: its continued existence would reveal that it was declined.
    unless: 'withdrawnAt',
  },
  Block: {
    owner: 'blockerId',
    order: ['blockedId'],
    columns: { blockerId: 'internal', blockedId: 'person', createdAt: 'exported' },
  },
  Mute: {
    owner: 'muterId',
    order: ['mutedId'],
    columns: { muterId: 'internal', mutedId: 'person', until: 'exported', createdAt: 'exported' },
  },
  // Ids that make retries harmless, with the answers of the user's own changes, which the export contains as they are now.
  Submission: {
    owner: 'userId',
    order: ['procedure', 'id'],
    columns: {
      userId: 'internal',
      procedure: 'internal',
      id: 'internal',
      thingId: 'internal',
      answer: 'internal',
      createdAt: 'internal',
    },
  },
  // The snapshot contains somebody else's content, which the reporter is possibly no longer allowed to see.
  Report: {
    owner: 'reporterId',
    order: ['id'],
    columns: {
      id: 'internal',
      reporterId: 'internal',
      subjectId: 'person',
      thing: 'exported',
      thingId: 'internal',
      reason: 'exported',
      note: 'exported',
      snapshot: 'internal',
      excerpt: 'internal',
      createdAt: 'exported',
      isOpen: 'internal',
      closedAt: 'exported',
      closedById: 'internal',
    },
  },
  // Only moderators can see who moderated.
  AlbumEdit: {
    ...nobodys,
    columns: {
      id: 'internal',
      albumId: 'internal',
      before: 'internal',
      after: 'internal',
      image: 'internal',
      createdAt: 'internal',
    },
  },
  ModerationAction: {
    owner: 'subjectId',
    order: ['id'],
    columns: {
      id: 'internal',
      reportId: 'internal',
      subjectId: 'internal',
      moderatorId: 'internal',
      kind: 'exported',
      thing: 'exported',
      thingId: 'internal',
      reason: 'exported',
      createdAt: 'exported',
      undoneAt: 'exported',
    },
  },
}
