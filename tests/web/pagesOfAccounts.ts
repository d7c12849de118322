import { catalogues } from '../../server/lib/languages.ts'
import type { OwnEmail, SignInOptions } from '../../shared/auth.ts'
import type { OwnPasskeys } from '../../shared/passkeys.ts'
import type { OwnToken } from '../../shared/tokens.ts'
import { halves } from '../users/picture.ts'
import {
  answer,
  answers,
  dialog,
  fails,
  failure,
  follow,
  h1,
  items,
  press,
  refused,
  said,
  waitsFor,
  waiting,
  type Place,
} from './pagesMeans.ts'
import { difficult, newcomer } from './pagesWorld.ts'

const texts = catalogues.default
const { arriving } = texts

const data = (value: unknown) => ({ result: { data: value } })

/** Options of a product with all sign-in methods, and overrides. */
const offers = (more: Partial<SignInOptions> = {}) => ({
  'auth.options': (origin: string) => {
    const options: SignInOptions = {
      google: true,
      password: true,
      mail: true,
      registration: 'open',
      contact: 'operator@plak.example',
      passkeys: origin,
      ...more,
    }
    return data(options)
  },
})

const withPasskeys = (): OwnPasskeys => ({
  passkeys: [
    { id: 1, name: 'Phone', createdAt: '2026-09-01T10:00:00.000Z', lastUsedAt: '2026-11-01T10:00:00.000Z' },
    {
      id: 2,
      name: 'A key whose name has as many as fifty characters',
      createdAt: '2026-10-01T10:00:00.000Z',
      lastUsedAt: null,
    },
  ],
  device: 'Linux',
})
const ownTokens: OwnToken[] = [
  {
    id: 3,
    name: 'A program whose name has as many as fifty letters',
    scopes: ['read', 'write'],
    lastFour: 'a1B2',
    createdAt: '2026-09-01T10:00:00.000Z',
    expiresAt: null,
    lastUsedAt: '2026-11-01T10:00:00.000Z',
  },
  {
    id: 2,
    name: 'Backup',
    scopes: ['read'],
    lastFour: '0000',
    createdAt: '2026-10-01T10:00:00.000Z',
    expiresAt: '2126-10-01T10:00:00.000Z',
    lastUsedAt: null,
  },
  {
    id: 1,
    name: 'Old one',
    scopes: ['read'],
    lastFour: 'zzzz',
    createdAt: '2026-01-01T10:00:00.000Z',
    expiresAt: '2026-04-01T10:00:00.000Z',
    lastUsedAt: '2026-03-01T10:00:00.000Z',
  },
]
const unconfirmed: OwnEmail = {
  address: 'newcomer@plak.example',
  confirmed: false,
  pending: 'another-address@plak.example',
}
const everyWay = answer({
  ...offers(),
  'passkeys.mine': () => data(withPasskeys()),
  'auth.email': () => data(unconfirmed),
})

/** The pages of signing in, and the settings of an account. */
export const placesOfAccounts: Place[] = [
  {
    page: 'Welcome',
    state: 'albums',
    path: '/welcome',
    who: newcomer,
    ready: items(texts.home.trending),
  },
  { page: 'Welcome', state: 'people', path: '/welcome/people', who: newcomer, ready: items(arriving.follow) },
  {
    page: 'Welcome',
    state: 'nobody',
    path: '/welcome/people',
    who: newcomer,
    before: answer({ 'suggestions.arriving': () => data({ people: [] }) }),
    ready: said(arriving.nobody),
  },
  {
    page: 'Welcome',
    state: 'loading',
    path: '/welcome/people',
    who: newcomer,
    before: waitsFor('suggestions.arriving'),
    ready: waiting,
  },
  {
    page: 'Welcome',
    state: 'failing',
    path: '/welcome/people',
    who: newcomer,
    before: fails('suggestions.arriving'),
    ready: said('Try again'),
  },
  { page: 'Welcome', state: 'history', path: '/welcome/history', who: newcomer, ready: h1(arriving.history) },
  {
    page: 'Welcome',
    state: 'picked',
    path: '/welcome',
    who: newcomer,
    arrange: async (page) =>
      page.getByRole('list', { name: texts.home.trending }).getByRole('button').first().click(),
    ready: (page) => page.getByRole('main').getByRole('button', { pressed: true }),
  },
  {
    page: 'Edit profile',
    state: 'own',
    path: '/profile/edit',
    who: difficult,
    ready: (page) => page.getByLabel('Biography'),
  },
  {
    page: 'Edit profile',
    state: 'wrong',
    path: '/profile/edit',
    who: newcomer,
    arrange: follow(async (page) => page.getByLabel('Username').fill('a b'), press('Save')),
    ready: (page) => page.locator('[aria-invalid=true]').first(),
  },
  {
    page: 'Edit profile',
    state: 'toast',
    path: '/profile/edit',
    who: newcomer,
    over: true,
    arrange: follow(press('Save'), async (page) => h1('My Profile')(page).waitFor()),
    ready: (page) => page.getByText(texts.users.updated),
  },
  {
    page: 'Edit profile',
    state: 'picture cropped',
    path: '/profile/edit',
    who: newcomer,
    over: true,
    arrange: follow(async (page) => {
      const buffer = await (await halves(400, 300)).png().toBuffer()
      const file = { name: 'me.png', mimeType: 'image/png', buffer }
      await page.locator('input[type=file]').setInputFiles(file)
    }),
    ready: dialog('Upload picture'),
  },
  {
    page: 'Edit profile',
    state: 'leaving asked',
    path: '/profile/edit',
    who: newcomer,
    over: true,
    arrange: follow(
      async (page) => page.getByLabel('Biography').fill('New.'),
      async (page) => page.getByRole('link', { name: 'Plak' }).click(),
    ),
    ready: dialog('Leave without saving?'),
  },

  { page: 'Signing in', state: 'login', path: '/login', ready: h1('Login') },
  {
    page: 'Signing in',
    state: 'wrong password',
    path: '/login',
    before: fails('auth.login', { ...failure, message: texts.auth.loginFailed, data: refused }),
    arrange: follow(
      async (page) => page.getByLabel('Email or Username').fill('deniz'),
      async (page) => page.getByLabel('Password', { exact: true }).fill('something else'),
      async (page) => page.getByRole('main').getByRole('button', { name: 'Login' }).click(),
    ),
    ready: said(texts.auth.loginFailed),
  },
  { page: 'Signing in', state: 'register', path: '/register', ready: h1('Register') },
  {
    page: 'Signing in',
    state: 'register, empty',
    path: '/register',
    arrange: press('Register'),
    ready: (page) => page.locator('[aria-invalid=true]').nth(2),
  },
  { page: 'Signing in', state: 'new password', path: '/reset#none', ready: h1('New password') },
  {
    page: 'Signing in',
    state: 'Spotify cancelled',
    path: '/spotify/callback?error=access_denied',
    who: 'deniz',
    ready: said(texts.spotify.cancelled),
  },
  {
    page: 'Signing in',
    state: 'every way',
    path: '/login',
    before: answer(offers()),
    ready: (page) => page.getByRole('button', { name: texts.passkeys.continueWith }),
  },
  {
    page: 'Signing in',
    state: 'password forgotten',
    path: '/forgot',
    before: answer({ ...offers(), 'auth.forgotPassword': () => data(null) }),
    arrange: follow(
      async (page) => page.getByLabel('Email or Username').fill('deniz'),
      press(texts.auth.sendLink),
    ),
    ready: said(texts.auth.linkOnItsWay),
  },
  {
    page: 'Signing in',
    state: 'password forgotten, no mail',
    path: '/forgot',
    before: answer(offers({ mail: false })),
    ready: said(texts.auth.askOperator),
  },
  {
    page: 'Signing in',
    state: 'registration closed',
    path: '/register',
    before: answer(offers({ registration: 'closed' })),
    ready: said(texts.auth.registrationClosed),
  },
  {
    page: 'Signing in',
    state: 'link over',
    path: '/confirm#none',
    before: fails('auth.readEmailLink', {
      ...failure,
      message: texts.auth.resetLinkOver,
      data: { ...refused, id: 'auth.resetLinkOver' },
    }),
    ready: said(texts.auth.resetLinkOver),
  },
  {
    page: 'Signing in',
    state: 'another address',
    path: '/confirm#none',
    before: answer({
      'auth.readEmailLink': () =>
        data({ purpose: 'change', address: 'deniz@new.example', nickname: 'deniz' }),
    }),
    ready: (page) => page.getByRole('button', { name: texts.accountSettings.confirm }),
  },
  {
    page: 'Signing in',
    state: 'passkeys that stay',
    path: '/passkeys',
    who: newcomer,
    before: everyWay,
    ready: items(texts.passkeys.title),
  },
  {
    page: 'Settings',
    state: 'account',
    path: '/settings/account',
    who: difficult,
    ready: items('Sessions'),
  },
  {
    page: 'Settings',
    state: 'Google refused',
    path: '/settings/account?error=other',
    who: newcomer,
    ready: said(texts.google.other),
  },
  {
    page: 'Settings',
    state: 'no tokens',
    path: '/settings/connections',
    who: newcomer,
    ready: said(texts.tokens.none),
  },
  {
    page: 'Settings',
    state: 'tokens',
    path: '/settings/connections',
    who: newcomer,
    before: answers('tokens.mine', () => data({ tokens: ownTokens })),
    ready: items(texts.connections.tokens),
  },
  {
    page: 'Settings',
    state: 'tokens loading',
    path: '/settings/connections',
    who: newcomer,
    before: waitsFor('tokens.mine'),
    ready: waiting,
  },
  {
    page: 'Settings',
    state: 'tokens failing',
    path: '/settings/connections',
    who: newcomer,
    before: fails('tokens.mine'),
    ready: said('Try again'),
  },
  {
    page: 'Settings',
    state: 'token created',
    path: '/settings/connections',
    who: newcomer,
    over: true,
    before: answers('tokens.create', () =>
      data({ id: 4, token: 'plak_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg37cCQ0' }),
    ),
    arrange: follow(press(texts.tokens.create), async (page) => {
      const form = page.getByRole('dialog')
      await form.getByLabel(texts.tokens.name, { exact: true }).fill('Script')
      await form.getByLabel(texts.password, { exact: true }).fill('any')
      await form.getByRole('button', { name: texts.tokens.create }).click()
    }),
    ready: (page) => page.getByRole('textbox', { name: texts.tokens.token }),
  },
  {
    page: 'Settings',
    state: 'token form refused',
    path: '/settings/connections',
    who: newcomer,
    over: true,
    arrange: follow(press(texts.tokens.create), async (page) => {
      const form = page.getByRole('dialog')
      await form.getByLabel(texts.tokens.read, { exact: true }).uncheck()
      await form.getByRole('button', { name: texts.tokens.create }).click()
    }),
    ready: (page) => page.getByRole('dialog').getByText(texts.tokens.scopeRequired),
  },
  {
    page: 'Settings',
    state: 'data',
    path: '/settings/data',
    who: newcomer,
    ready: (page) => page.getByRole('link', { name: texts.accountSettings.download }),
  },
  {
    page: 'Settings',
    state: 'every way',
    path: '/settings/account',
    who: newcomer,
    before: everyWay,
    ready: items(texts.passkeys.title),
  },
  {
    page: 'Settings',
    state: 'passkey added',
    path: '/settings/account',
    who: newcomer,
    over: true,
    before: everyWay,
    arrange: press(texts.passkeys.add),
    ready: (page) => page.getByRole('dialog').getByLabel('Name', { exact: true }),
  },
]
