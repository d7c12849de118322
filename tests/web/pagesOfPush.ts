import { catalogues } from '../../server/lib/languages.ts'
import type { PushDevice } from '../../shared/push.ts'
import { answer, failure, items, press, said, type Place } from './pagesMeans.ts'
import { settings } from './pagesNotified.ts'
import { newcomer } from './pagesWorld.ts'

const texts = catalogues.default.push

const devices: PushDevice[] = [
  { id: 1, name: 'Firefox on Linux', createdAt: '2026-11-20T10:00:00.000Z', lastSentAt: null },
  {
    id: 2,
    name: 'Samsung Internet on Android',
    createdAt: '2026-11-02T10:00:00.000Z',
    lastSentAt: '2026-11-20T10:00:00.000Z',
  },
]

const data = (value: unknown) => () => ({ result: { data: value } })
const withDevices = (known: PushDevice[]) => ({
  'notifications.settings': data({
    ...settings,
    push: true,
    kinds: settings.kinds.map((kind) => ({ ...kind, push: kind.kind === 'mentions' })),
  }),
  'push.key': data({ key: 'B'.repeat(87) }),
  'push.devices': data({ devices: known }),
})
const place = (state: string, rest: Pick<Place, 'ready'> & Partial<Place>): Place => ({
  page: 'Settings',
  state,
  path: '/settings/notifications',
  who: newcomer,
  ...rest,
})

/** The settings of notifications where there is push. */
export const placesOfPush: Place[] = [
  place('push', { before: answer(withDevices(devices)), ready: items(texts.devices) }),
  place('push without devices', { before: answer(withDevices([])), ready: said(texts.noDevices) }),
  place('push refused', {
    before: async (page) => {
      await answer(withDevices([]))(page)
      await page.addInitScript(() => {
        Notification.requestPermission = async () => 'denied'
      })
    },
    arrange: press(texts.allow),
    ready: said(texts.refused),
  }),
  place('push devices failing', {
    before: answer({ ...withDevices([]), 'push.devices': () => ({ error: failure }) }),
    ready: said(texts.devicesFailed),
  }),
]
