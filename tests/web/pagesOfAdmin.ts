import { catalogues } from '../../server/lib/languages.ts'
import type {
  AdminPeople,
  AdminPerson,
  AdminTrail,
  Backups,
  Invitations,
  NewInvitation,
  Overview,
} from '../../shared/admin.ts'
import {
  answer,
  answers,
  dialog,
  fails,
  items,
  press,
  said,
  waiting,
  waitsFor,
  type Place,
} from './pagesMeans.ts'
import { admin, difficult } from './pagesWorld.ts'

const texts = catalogues.default.admin

// The administration. Its answers are mocked: checks and jobs are different at every run.

const told = (data: unknown) => () => ({ result: { data } })

const overview: Overview = {
  checks: [
    {
      about: 'redis',
      state: 'broken',
      said: 'it cannot be reached (ECONNREFUSED)',
      mend: 'Start Redis, or correct REDIS_URL.',
    },
    {
      about: 'backup',
      state: 'warning',
      said: 'the newest was made 50 hours ago',
      mend: 'Make one now: npm run admin -- backup',
    },
    { about: 'database', state: 'ok', said: 'MariaDB 11.8.2' },
  ],
  versions: [
    { name: 'Plak', version: '41.0.0' },
    { name: 'Node', version: '24.1.0' },
  ],
  sizes: {
    counts: { accounts: 412, albums: 61_204, logs: 1_204_311 },
    countedAt: '2026-11-27T12:00:00.000Z',
    databaseBytes: 3_400_000_000,
    backupBytes: 0,
  },
  lastBackup: '2026-11-24T03:30:00.000Z',
  jobs: [
    { kind: 'backup', count: 1, running: 0, failing: 0, doneAt: '2026-11-24T03:30:00.000Z', dueAt: null },
    { kind: 'removal', count: 2, running: 1, failing: 1, doneAt: null, dueAt: null },
  ],
}

const people: AdminPeople = {
  items: [
    { nickname: 'deniz', role: 'admin', isDisabled: false },
    { nickname: 'june', role: 'member', isDisabled: true },
    { nickname: difficult, role: 'moderator', isDisabled: true },
  ],
  next: 'june',
}

const person: AdminPerson = {
  nickname: difficult,
  email: `${difficult}@a-very-long-name-of-a-mail-server.plak.example`,
  role: 'moderator',
  joinedAt: '2026-01-02T08:00:00.000Z',
  lastSeenAt: null,
  disabled: null,
}
const disabledPerson: AdminPerson = {
  ...person,
  disabled: { at: '2026-11-20T08:00:00.000Z', reason: 'Advertisements in many reviews, after two warnings.' },
}

const invitations: Invitations = {
  registration: 'open',
  invitations: [{ id: 7, usesLeft: 3, expiresAt: '2026-12-01T12:00:00.000Z' }],
}
const invitation: NewInvitation = {
  link: 'https://plak.example/register?invite=abcdefghijklmnopqrstuvwx',
  uses: 3,
  expiresAt: '2026-12-01T12:00:00.000Z',
}

const backups: Backups = {
  backups: [
    {
      name: 'plak-schedule-2026-11-24T03-30-00-123Z.backup.gz',
      madeAt: '2026-11-24T03:30:00.123Z',
      bytes: 204_311_000,
      people: 412,
      isReadable: true,
    },
    {
      name: 'plak-damaged.backup.gz',
      madeAt: '2026-11-20T03:30:00.123Z',
      bytes: 12,
      people: null,
      isReadable: false,
    },
  ],
}

const trail: AdminTrail = {
  items: [
    {
      id: '3',
      at: '2026-11-24T09:00:00.000Z',
      event: 'admin.role',
      times: 1,
      actor: 'deniz',
      subject: difficult,
      address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
      detail: { role: 'moderator' },
    },
    {
      id: '2',
      at: '2026-11-24T08:00:00.000Z',
      event: 'login.failed',
      times: 204,
      actor: null,
      subject: 'june',
      address: '192.0.2.1',
      detail: { why: 'auth.wrongPassword' },
    },
    {
      id: '1',
      at: '2026-11-23T08:00:00.000Z',
      event: 'admin.tidy',
      times: 1,
      actor: 'operator',
      subject: null,
      address: null,
      detail: null,
    },
  ],
  next: null,
}

type More = Omit<Partial<Place>, 'ready'>
const place = (state: string, path: string, ready: Place['ready'], more: More = {}): Place => ({
  page: 'Administration',
  state,
  path,
  who: admin,
  ready,
  ...more,
})
const ofPerson = (state: string, ready: Place['ready'], shown: AdminPerson, more: More = {}) =>
  place(state, `/admin/people/${difficult}`, ready, { before: answers('admin.person', told(shown)), ...more })

const setup = (state: string, path: string, ready: Place['ready'], more: More = {}) =>
  place(state, path, ready, { page: 'Setup', ...more })
const setupPlaces: Place[] = [
  setup('the account', '/setup#token', said(texts.setup.accountHint), {
    who: '',
    before: answers('setup.state', told({ next: 'account' })),
  }),
  setup('a link that is over', '/setup', said(texts.setup.over), {
    before: answers('setup.state', told({ next: 'link' })),
  }),
  setup('who may register', '/setup', said(texts.settings.registration.invite)),
  setup('catalogue', '/setup?step=catalogue', said('Last.fm')),
  setup('mail', '/setup?step=mail', said(texts.settings.sendTestMail)),
  setup('ready', '/setup?step=ready', said(texts.setup.finish)),
]

export const placesOfAdmin: Place[] = [
  place('overview', '/admin', items(texts.checks), { before: answers('admin.overview', told(overview)) }),
  place('loading', '/admin', waiting, { before: waitsFor('admin.overview') }),
  place('failing', '/admin', said('Try again'), { before: fails('admin.overview') }),
  place('people', '/admin/people', items(texts.parts.people), {
    before: answers('admin.people', told(people)),
  }),
  place('nobody', '/admin/people?q=zzz', said(texts.nobodyFound)),
  ofPerson('person', said(texts.joined), person),
  ofPerson('person, disabled', said(texts.acts.enable), disabledPerson),
  ofPerson('role', dialog(texts.acts.setRole), person, { arrange: press(texts.acts.setRole), over: true }),
  ofPerson('disabling', dialog(texts.acts.disable), person, {
    arrange: press(texts.acts.disable),
    over: true,
  }),
  place(
    'invitations',
    '/admin/invitations',
    (page) => page.getByRole('textbox', { name: texts.invitationLink }),
    {
      before: answer({ 'admin.invitations': told(invitations), 'admin.invite': told(invitation) }),
      arrange: press(texts.createInvitation),
    },
  ),
  place('backups', '/admin/backups', items(texts.parts.backups), {
    before: answers('admin.backups', told(backups)),
  }),
  place('announcement', '/admin/announcement', said(texts.announceHint)),
  ...setupPlaces,
  place('trail', '/admin/trail', items(texts.parts.trail), { before: answers('admin.trail', told(trail)) }),
]
