import type { Page } from '@playwright/test'
import { catalogues } from '../../server/lib/languages.ts'
import type { FollowRequestCard } from '../../shared/follows.ts'
import { forEver, type BlockedOrMutedCard } from '../../shared/people.ts'
import {
  answer,
  answers,
  dialog,
  fails,
  follow,
  items,
  press,
  said,
  waiting,
  waitsFor,
  type Place,
} from './pagesMeans.ts'
import { everyKind, settings, unreadState } from './pagesNotified.ts'
import { actedReport, openReport, reports, trail } from './pagesReported.ts'
import { difficult, hermit, moderator } from './pagesWorld.ts'

const texts = catalogues.default

// Relations between users, and their notifications. Requests, notifications and reports are mocked responses, because creating
// their causes would be too much.

const told = (data: unknown) => () => ({ result: { data } })
const page = (items: unknown[]) => ({ items, next: null, live: '' })

const asked = (nickname: string, bio: string | null, createdAt: string): FollowRequestCard => {
  return { nickname, avatar: null, bio, createdAt }
}
const requests = [
  asked('june', 'Rain on the window, side two.', '2026-11-21T18:00:00.000Z'),
  asked(
    difficult,
    'Everything that was ever pressed, twice, and in the order of the matrix numbers.',
    '2026-11-02T08:00:00.000Z',
  ),
  asked('ece', null, '2026-10-30T08:00:00.000Z'),
]
const isAsked = (cards: FollowRequestCard[]) => ({
  'follows.requests': told({ ...page(cards), count: cards.length }),
})

const blockedOrMuted: BlockedOrMutedCard[] = [
  { nickname: difficult, avatar: null, isBlocked: true, mutedUntil: null },
  { nickname: 'kerem', avatar: null, isBlocked: false, mutedUntil: '2026-11-30T07:30:00.000Z' },
  { nickname: 'deniz', avatar: null, isBlocked: false, mutedUntil: forEver },
]

const notified = (groups: typeof everyKind) => {
  const unread = unreadState(groups)
  return answer({
    'notifications.list': told({ ...page(groups), ...unread }),
    'notifications.unread': told(unread),
    'notifications.markRead': told(unread),
  })
}

const more = (name: string) =>
  follow(press('More'), async (page: Page) => page.getByRole('menuitem', { name, exact: true }).click())

type More = Omit<Partial<Place>, 'ready'>
const place =
  (name: string, path: string, who: string) =>
  (state: string, ready: Place['ready'], rest: More = {}) => {
    return { page: name, state, path, who, ready, ...rest } satisfies Place
  }
const ofRequests = place('Follow requests', '/requests', 'deniz')
const ofNotifications = place('Notifications', '/notifications', 'deniz')
const ofModeration = place('Moderation', '/moderation', moderator)
const ofPerson = place('Profile', '/profile/june', 'deniz')

export const placesOfRelations: Place[] = [
  { page: 'Follow requests', state: 'log in first', path: '/requests', ready: said(texts.signInToView) },
  ofRequests('some', items(texts.follows.requests), { before: answer(isAsked(requests)) }),
  ofRequests('empty', said(texts.follows.noRequests)),
  ofRequests('loading', waiting, { before: waitsFor('follows.requests') }),
  ofRequests('failing', said('Try again'), { before: fails('follows.requests') }),

  { page: 'Notifications', state: 'log in first', path: '/notifications', ready: said(texts.signInToView) },
  ofNotifications('every kind', items(texts.notifications.title), { before: notified(everyKind) }),
  ofNotifications('empty', said(texts.notifications.none), { before: notified([]) }),
  ofNotifications('loading', waiting, { before: waitsFor('notifications.list') }),
  ofNotifications('failing', said('Try again'), { before: fails('notifications.list') }),

  ofModeration('reports', items(texts.layout.reports), {
    before: answers('moderation.reports', told(page(reports))),
  }),
  ofModeration('none', said(texts.moderation.none)),
  ofModeration('loading', waiting, { before: waitsFor('moderation.reports') }),
  ofModeration('failing', said('Try again'), { before: fails('moderation.reports') }),
  ofModeration('report', said(texts.moderation.earlier), {
    path: '/moderation?report=1',
    before: answers('moderation.get', told(openReport)),
  }),
  ofModeration('report, decided', said(texts.moderation.decisions), {
    path: '/moderation?report=1',
    before: answers('moderation.get', told(actedReport)),
  }),
  ofModeration('hiding', (page) => page.getByRole('dialog').getByText(texts.moderation.reasonRequired), {
    path: '/moderation?report=1',
    before: answers('moderation.get', told(openReport)),
    arrange: follow(press(texts.moderation.actions.hide), async (page) =>
      page.getByRole('dialog').getByRole('button', { name: texts.moderation.actions.hide }).click(),
    ),
    over: true,
  }),
  ofModeration('account menu', (page) => page.getByRole('menuitem', { name: /Moderation 2/ }), {
    before: answer({ ...isAsked(requests), 'moderation.count': told({ open: 2 }) }),
    arrange: press('Account menu'),
    over: true,
    only: 'wide',
  }),
  ofModeration('audit trail', items(texts.layout.moderationAudit), {
    path: '/moderation/audit',
    before: answers('moderation.audit', told(page(trail))),
  }),

  ofPerson('private', said(texts.visibility.isPrivate), { path: `/profile/${hermit}` }),
  ofPerson('more', (page) => page.getByRole('menuitem', { name: texts.people.block }), {
    arrange: press('More'),
    over: true,
  }),
  ofPerson('block', dialog(texts.people.blockPerson(difficult)), {
    path: `/profile/${difficult}`,
    arrange: more(texts.people.block),
    over: true,
  }),
  ofPerson('mute', dialog(texts.people.mutePerson('june')), { arrange: more(texts.people.mute), over: true }),
  ofPerson('own followers', items('Followers'), { who: 'june', arrange: press(/Followers/), over: true }),
  ofPerson('report', (page) => page.getByRole('dialog').getByText(texts.moderation.reasonMissing), {
    arrange: follow(more(texts.people.report), async (page) =>
      page.getByRole('dialog').getByRole('button', { name: texts.moderation.send }).click(),
    ),
    over: true,
  }),
  {
    page: 'Album',
    state: 'muted reviews',
    path: '/album/Portishead/Dummy',
    who: 'deniz',
    before: answers('people.muted', told(['june', 'kerem'])),
    ready: (page) => page.getByRole('button', { name: texts.people.mutedShow }).first(),
  },
  {
    page: 'Settings',
    state: 'privacy',
    path: '/settings/privacy',
    who: 'june',
    before: answers('people.blockedAndMuted', told({ items: blockedOrMuted, next: null })),
    ready: items(texts.people.blockedAndMuted),
  },
  {
    page: 'Settings',
    state: 'notifications',
    path: '/settings/notifications',
    who: 'june',
    before: answers('notifications.settings', told(settings)),
    ready: (page) => page.getByRole('columnheader', { name: texts.notifications.email }),
  },
]
