import { nobodys, type Classes } from './classes.ts'

export const notificationData: Pick<
  Classes,
  | 'NotificationState'
  | 'NotificationGroup'
  | 'Notification'
  | 'NotificationSetting'
  | 'Digest'
  | 'MutedThread'
  | 'Mention'
  | 'Announcement'
  | 'PushKey'
  | 'PushDevice'
  | 'Push'
> = {
  NotificationState: {
    owner: 'userId',
    order: [],
    columns: { userId: 'internal', position: 'internal', readUpTo: 'internal' },
  },
  NotificationGroup: {
    owner: 'userId',
    order: ['number'],
    columns: {
      userId: 'internal',
      number: 'internal',
      key: 'internal',
      startedAt: 'internal',
      position: 'internal',
    },
  },
  Notification: {
    owner: 'userId',
    order: ['position'],
    columns: {
      userId: 'internal',
      position: 'internal',
      kind: 'exported',
      thing: 'internal',
      actorId: 'person',
      logId: 'review',
      listId: 'list',
      commentId: 'comment',
      detail: 'json',
      fate: 'internal',
      groupId: 'internal',
      mailAbout: 'internal',
      createdAt: 'exported',
    },
    // Withdrawn: the row only prevents that the same cause notifies again.
    except: ['fate', 'gone'],
  },
  NotificationSetting: {
    owner: 'userId',
    order: ['kind'],
    columns: { userId: 'internal', kind: 'exported', here: 'flag', email: 'flag', push: 'flag' },
  },
  PushKey: {
    ...nobodys,
    columns: { id: 'internal', publicKey: 'internal', privateKey: 'internal', createdAt: 'internal' },
  },
  PushDevice: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      sessionId: 'internal',
      endpoint: 'internal',
      endpointHash: 'internal',
      publicKey: 'internal',
      authSecret: 'internal',
      name: 'exported',
      restUntil: 'internal',
      createdAt: 'exported',
      lastSentAt: 'internal',
    },
  },
  Push: {
    owner: 'userId',
    order: ['number'],
    columns: {
      userId: 'internal',
      number: 'internal',
      devices: 'internal',
      attempts: 'internal',
      createdAt: 'internal',
      notBefore: 'internal',
      lease: 'internal',
      leasedUntil: 'internal',
    },
  },
  Digest: { owner: 'userId', order: [], columns: { userId: 'internal', dueAt: 'exported' } },
  MutedThread: {
    owner: 'userId',
    order: ['id'],
    columns: { id: 'internal', userId: 'internal', listId: 'list', logId: 'review' },
  },
  // Belongs to the mentioned user; the text belongs to its author. It is deleted with either.
  Mention: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      logId: 'internal',
      commentId: 'internal',
      name: 'internal',
      userId: 'internal',
    },
  },
  Announcement: {
    ...nobodys,
    columns: {
      id: 'internal',
      text: 'internal',
      createdAt: 'internal',
      toldUpTo: 'internal',
      done: 'internal',
    },
  },
}
