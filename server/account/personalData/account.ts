import { nobodys, type Classes } from './classes.ts'

export const accountData: Pick<
  Classes,
  | 'User'
  | 'ProfileLink'
  | 'UserPicture'
  | 'Session'
  | 'Identity'
  | 'PasswordReset'
  | 'Passkey'
  | 'Token'
  | 'EmailLink'
  | 'Mail'
  | 'Job'
  | 'Lease'
  | 'Invitation'
  | 'Installation'
  | 'Heartbeat'
  | 'ServicePace'
> = {
  User: {
    owner: 'id',
    order: [],
    columns: {
      id: 'internal',
      nickname: 'exported',
      email: 'exported',
      emailConfirmedAt: 'exported',
      passwordHash: 'internal',
      passkeyHandle: 'internal',
      avatar: 'exported',
      bio: 'exported',
      role: 'exported',
      disabledAt: 'internal',
      defaultVisibility: 'exported',
      isPrivate: 'flag',
      isWelcomed: 'internal',
      suggestMe: 'flag',
      personalSuggestions: 'flag',
      language: 'exported',
      timeZone: 'exported',
      lastLogAt: 'internal',
      lastLogId: 'internal',
      // That of the newest session, which is exported.
      lastSeenAt: 'internal',
      createdAt: 'exported',
      updatedAt: 'exported',
    },
  },
  ProfileLink: {
    owner: 'userId',
    order: ['position'],
    columns: { userId: 'internal', position: 'exported', type: 'exported', url: 'exported' },
  },
  // The largest file is exported as a picture (server/account/export/zip.ts).
  UserPicture: {
    owner: 'userId',
    order: ['width'],
    columns: {
      userId: 'internal',
      width: 'internal',
      hash: 'internal',
      data: 'internal',
      createdAt: 'internal',
    },
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
      issuer: 'internal',
      createdAt: 'exported',
    },
  },
  PasswordReset: {
    owner: 'userId',
    order: ['createdAt'],
    columns: {
      tokenHash: 'internal',
      userId: 'internal',
      isMailed: 'internal',
      createdAt: 'exported',
      expiresAt: 'exported',
    },
  },
  Passkey: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      credentialId: 'internal',
      publicKey: 'internal',
      counter: 'internal',
      transports: 'internal',
      name: 'exported',
      createdAt: 'exported',
      lastUsedAt: 'exported',
    },
  },
  Token: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      name: 'exported',
      tokenHash: 'internal',
      lastFour: 'exported',
      scopes: 'json',
      networks: 'internal',
      createdAt: 'exported',
      expiresAt: 'exported',
      lastUsedAt: 'exported',
    },
  },
  EmailLink: {
    owner: 'userId',
    order: ['purpose'],
    columns: {
      userId: 'internal',
      purpose: 'exported',
      email: 'exported',
      tokenHash: 'internal',
      createdAt: 'exported',
      expiresAt: 'exported',
    },
  },
  Mail: {
    owner: 'userId',
    order: ['id'],
    columns: {
      id: 'internal',
      userId: 'internal',
      kind: 'exported',
      language: 'exported',
      to: 'exported',
      about: 'internal',
      nonce: 'internal',
      attempts: 'internal',
      createdAt: 'exported',
      notBefore: 'internal',
      lease: 'internal',
      leasedUntil: 'internal',
    },
  },
  Job: {
    owner: 'userId',
    order: ['kind', 'key'],
    columns: {
      kind: 'internal',
      key: 'internal',
      userId: 'internal',
      dueAt: 'internal',
      lease: 'internal',
      leasedUntil: 'internal',
      failures: 'internal',
      doneAt: 'internal',
      progress: 'internal',
    },
  },
  Lease: { ...nobodys, columns: { name: 'internal', until: 'internal' } },
  Invitation: {
    ...nobodys,
    columns: {
      id: 'internal',
      codeHash: 'internal',
      usesLeft: 'internal',
      createdAt: 'internal',
      expiresAt: 'internal',
    },
  },
  Installation: {
    ...nobodys,
    columns: { id: 'internal', store: 'internal', backupAt: 'internal', backupSecret: 'internal' },
  },
  Heartbeat: { ...nobodys, columns: { process: 'internal', at: 'internal' } },
  ServicePace: {
    ...nobodys,
    columns: {
      service: 'internal',
      nextAt: 'internal',
      waitedUntil: 'internal',
      slowUntil: 'internal',
      pausedUntil: 'internal',
      backgroundPausedUntil: 'internal',
      failures: 'internal',
    },
  },
}
