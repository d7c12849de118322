import { comments, openThread, review, say } from './comments.ts'
import { expect, journey, test } from './plak.ts'
import { scrolled } from './scrolling.ts'

test(
  'what concerns a person reaches both of their devices, is read on both, and goes with its cause',
  journey,
  async ({ signUp, openBrowser }) => {
    const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
    const id = await review(owner)
    const phone = await openBrowser(owner)
    const link = (of: typeof owner.page, name: string) => of.getByRole('link', { name, exact: true })
    await Promise.all([owner.page.goto('/'), phone.goto('/')])
    await expect(link(owner.page, 'Notifications')).toBeVisible()

    await guest.call.logs.like.mutate({ id, liked: true })
    await guest.call.follows.set.mutate({ nickname: 'owner', following: true })
    for (const each of [owner.page, phone]) {
      await expect(link(each, 'Notifications, 2 unread')).toBeVisible()
      await expect(each).toHaveTitle('(2) Plak')
    }
    await link(owner.page, 'Notifications, 2 unread').click()
    const rows = owner.page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect(rows).toHaveText([/Unread guest followed you/, /Unread guest liked your review of Kid A/])
    await expect(rows.last().getByRole('link', { name: 'guest' })).toHaveAttribute('href', '/profile/guest')
    await expect(rows.last().getByRole('link', { name: 'Kid A' })).toHaveAttribute(
      'href',
      `/album/Radiohead/Kid%20A?review=${id}`,
    )
    // Opening the page marks them as read on all devices; the marks stay until the page is left.
    await expect(link(phone, 'Notifications')).toBeVisible()
    await expect(phone).toHaveTitle('Plak')
    await expect(link(owner.page, 'Notifications')).toBeVisible()
    await expect(rows.first()).toHaveText(/Unread/)

    // Notifications that arrive while the page is open stay unread until they are marked as read.
    await guest.call.comments.add.mutate({
      thread: { review: id },
      text: 'Glass, @owner.',
      submission: crypto.randomUUID(),
    })
    await expect(rows).toHaveText([/mentioned you on your review of Kid A/, /followed you/, /liked/])
    await expect(link(phone, 'Notifications, 1 unread')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(link(phone, 'Notifications')).toBeVisible()
    await expect(owner.page.getByText('Unread', { exact: true })).toHaveCount(0)
    await expect(rows.first()).toBeFocused()

    await guest.call.follows.set.mutate({ nickname: 'owner', following: false })
    await guest.call.logs.like.mutate({ id, liked: false })
    await expect(rows).toHaveText([/mentioned you/])
  },
)

test('of very many it says so; what comes while one reads below waits, and both devices agree', async ({
  signUp,
  openBrowser,
  plak,
}) => {
  const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
  const thread = { review: await review(owner) }
  const say = (text: string) =>
    guest.call.comments.add.mutate({ thread, text, submission: crypto.randomUUID() })
  // Mentions are not grouped.
  for (let at = 0; at < 104; at += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => say(`@owner ${at + index}`)))
  const phone = await openBrowser(owner)
  await phone.context().addCookies([{ name: 'plak_language', value: 'tr', url: plak.url }])
  const { page } = owner
  const link = (of: typeof page, name: string) => of.getByRole('link', { name, exact: true })
  await Promise.all([page.goto('/'), phone.goto('/')])
  await expect(link(page, 'Notifications, 99+ unread')).toBeVisible()
  await expect(page).toHaveTitle('(99+) Plak')
  await expect(link(phone, 'Bildirimler, 99+ okunmamış')).toBeVisible()

  await link(page, 'Notifications, 99+ unread').click()
  const rows = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(rows).toHaveCount(30)
  await expect(link(phone, 'Bildirimler')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  // Both have the page open; one has scrolled down.
  await link(phone, 'Bildirimler').click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Bildirimler')
  const there = phone.getByRole('list', { name: 'Bildirimler' }).getByRole('listitem')
  await expect(there.first()).toContainText('guest senden söz etti')
  const held = rows.nth(20)
  await held.scrollIntoViewIfNeeded()
  const above = await page.evaluate(() => window.scrollY)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(above)
  await scrolled(page)
  const place = await held.boundingBox()
  await guest.call.logs.like.mutate({ id: thread.review, liked: true })
  await expect(link(page, 'Notifications, 1 unread')).toBeVisible()
  await expect(there.first()).toContainText('guest Kid A incelemeni beğendi')
  await expect(there.first()).toContainText('Okunmamış')
  const waiting = page.getByRole('button', { name: '1 new' })
  await expect(waiting).toBeVisible()
  await expect.poll(() => held.boundingBox()).toEqual(place)
  await waiting.click()
  await expect(rows.first()).toContainText('Unread guest liked your review of Kid A')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeVisible()
  await phone.getByRole('button', { name: 'Tümünü okundu işaretle' }).click()
  await expect(link(page, 'Notifications')).toBeVisible()
  await expect(link(phone, 'Bildirimler')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
})

test('people are suggested while one types, and mentioned by links', async ({ signUp }) => {
  const [owner, guest] = await Promise.all([signUp('owner'), signUp('guest')])
  await signUp('gustav')
  await review(owner)
  await guest.call.follows.set.mutate({ nickname: 'owner', following: true })
  await openThread(guest.page)
  const box = guest.page.getByRole('textbox', { name: 'Comment' })
  await box.pressSequentially('So says @')
  const people = guest.page.getByRole('listbox', { name: 'People to mention' })
  await expect(people.getByRole('option')).toHaveText([/owner/])
  await guest.page.keyboard.press('Enter')
  await expect(box).toHaveValue('So says @owner ')
  await box.pressSequentially('and @gus')
  await expect(people.getByRole('option')).toHaveText([/gustav/])
  await people.getByRole('option').click()
  await expect(box).toHaveValue('So says @owner and @gustav ')
  await guest.page.getByRole('button', { name: 'Send' }).click()
  await expect(comments(guest.page).getByRole('link', { name: '@gustav' })).toHaveAttribute(
    'href',
    '/profile/gustav',
  )
  await say(guest.page, 'And nobody@owner.')
  await expect(comments(guest.page).last().getByRole('link', { name: '@owner' })).toHaveCount(0)
})

test('what one is told of is chosen in the settings, and stays chosen', async ({ signUp }) => {
  const { page, call } = await signUp('owner')
  await page.goto('/settings/notifications')
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  const likes = page.getByRole('row', { name: /^Likes/ }).getByRole('checkbox')
  await expect(likes).toBeChecked()
  // This server has no mail.
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
  await likes.click()
  await expect
    .poll(
      async () =>
        (await call.notifications.settings.query()).kinds.find(({ kind }) => kind === 'likes')?.here,
    )
    .toBe(false)
  await page.reload()
  await expect(page.getByRole('row', { name: /^Likes/ }).getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByRole('row', { name: /^Mentions/ }).getByRole('checkbox')).toBeChecked()
})

test('an empty page says so under its heading, in the middle, at any width', async ({ signUp }) => {
  const { page } = await signUp('nobody')
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [path, text] of [
      ['/notifications', 'No notifications yet'],
      ['/requests', 'No follow requests'],
    ] as const) {
      await page.goto(path)
      const empty = page.getByText(text)
      await expect(empty).toBeVisible()
      const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!
      const box = (await empty.boundingBox())!
      expect([path, width, box.y > heading.y + heading.height]).toEqual([path, width, true])
      expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(16)
    }
  }
})
