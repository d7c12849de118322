import type { ActionRow, ModerationLine, ReportRow, ReportView, Snapshot } from '../../shared/moderation.ts'
import { difficult, moderator } from './pagesWorld.ts'

const person = (nickname: string) => ({ nickname, avatar: null })
const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9)).toISOString()

const report = (id: number, more: Partial<ReportRow> = {}): ReportRow => ({
  id,
  thing: 'review',
  subject: person('kerem'),
  reason: 'spam',
  createdAt: at(22 - id),
  isOpen: true,
  excerpt: 'BUY MY RECORDS, all of them, at a price that nobody has ever asked for a record before this one',
  open: 1,
  ...more,
})

export const reports: ReportRow[] = [
  report(1, { open: 3 }),
  report(2, { thing: 'account', subject: person(difficult), reason: 'harassment', excerpt: '' }),
  report(3, { thing: 'list', reason: 'plagiarism', excerpt: 'The best of all times and of some others' }),
  report(4, { thing: 'comment', isOpen: false, reason: 'spoilers', excerpt: 'The last song ends.' }),
]

const snapshot: Snapshot = {
  kind: 'review',
  album: {
    artist: 'Soulwax and Almost Everybody Else Who Ever Played with Them',
    name: 'Most of the Remixes We Made for Other People over the Years, Except for the One We Lost and Others',
    image: null,
    year: null,
  },
  rating: 9,
  text: 'BUY MY RECORDS.\n\nAll of them: https://www.example.com/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  tags: ['late night', 'not an advertisement'],
  date: '2026-11-20',
}

const action = (id: number, kind: ActionRow['kind'], more: Partial<ActionRow> = {}): ActionRow => ({
  id,
  kind,
  thing: 'review',
  reason: 'An advertisement, in capital letters.',
  moderator,
  createdAt: at(21),
  undoneAt: null,
  canUndo: false,
  ...more,
})

export const openReport: ReportView = {
  id: 1,
  thing: 'review',
  subject: person('kerem'),
  reporter: person(difficult),
  reason: 'spam',
  note: 'The same text stands under twelve albums.',
  createdAt: at(20),
  isOpen: true,
  snapshot,
  now: { snapshot: { ...snapshot, text: 'Borrow my records.' }, hidden: false, level: 'everyone' },
  actions: [],
  seen: 0,
  possible: ['dismiss', 'warn', 'hide', 'remove', 'suspend'],
  history: {
    joinedAt: '2025-03-04T10:00:00.000Z',
    isModerator: false,
    isDisabled: false,
    reports: { open: 3, closed: 12 },
    actions: [],
  },
}

export const actedReport: ReportView = {
  ...openReport,
  subject: person(difficult),
  reporter: person('june'),
  isOpen: false,
  now: { snapshot, hidden: true, level: 'followers' },
  actions: [
    action(3, 'hide', { canUndo: true }),
    action(2, 'warn', { reason: 'Once is enough.', undoneAt: at(21) }),
  ],
  seen: 2,
  possible: ['dismiss', 'remove', 'suspend'],
  history: {
    ...openReport.history,
    isDisabled: true,
    actions: [action(1, 'suspend', { thing: 'account', canUndo: true, moderator: difficult })],
  },
}

const line = (id: number, event: string, more: Partial<ModerationLine> = {}): ModerationLine => ({
  id: String(id),
  at: at(id),
  event,
  actor: moderator,
  subject: 'kerem',
  thing: 'review',
  reason: 'An advertisement, in capital letters.',
  report: id,
  action: id,
  canUndo: false,
  edit: null,
  ...more,
})

export const trail: ModerationLine[] = [
  line(6, 'moderation.hide', { canUndo: true }),
  line(5, 'moderation.suspend', { thing: 'account', subject: difficult, actor: difficult, canUndo: true }),
  line(4, 'moderation.dismiss', { thing: 'comment', reason: 'Nothing is wrong with it.' }),
  line(3, 'moderation.undo', { thing: 'list', reason: null }),
  line(2, 'admin.disable', { actor: null, thing: null, reason: null, report: null, action: null }),
  line(1, 'admin.delete', {
    actor: null,
    subject: 'deleted account #12',
    thing: null,
    reason: null,
    report: null,
    action: null,
  }),
]
