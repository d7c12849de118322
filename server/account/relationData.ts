import type { Classes } from './columnClass.ts'

/**
 * The models of what people are to each other; personalData.ts has all. Whom a person follows, blocks and mutes is their data;
 * who follows, blocks or mutes them is data of those people, and so is it that a request was declined.
 */
export const relationData: Pick<
  Classes,
  'Follow' | 'FollowRequest' | 'Block' | 'Mute' | 'Report' | 'ModerationAction'
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
    // What was taken back is not there for its requester: that it is remembered would tell them that it was declined.
    isExported: 'withdrawnAt IS NULL',
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
  // The snapshot is of somebody else's thing, which the reporter may see no longer.
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
  // Only moderators may see who moderated.
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
