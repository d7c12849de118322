import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { callOf, expect, failedRequest, journey, type Someone, test } from './plak.ts'

const kidA = { artist: 'Radiohead', album: 'Kid A' }
const path = '/album/Radiohead/Kid%20A'
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log album' })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const stars = (page: Page) => dialog(page).getByRole('slider', { name: 'Rating' })
const review = (page: Page) => dialog(page).getByRole('textbox', { name: 'Review' })
const date = (page: Page) => dialog(page).getByRole('textbox', { name: 'Date' })
const relisten = (page: Page) => dialog(page).getByRole('checkbox', { name: 'Relisten' })
const level = (page: Page) => dialog(page).getByRole('combobox', { name: 'Visible to' })
const save = (page: Page) => button(page, 'Save').click()
const rows = (page: Page) => page.getByRole('list', { name: 'Your listens' }).getByRole('listitem')
const chart = (page: Page) => page.getByRole('img', { name: 'Your ratings over time' })
const add = ({ call }: Someone, more: object) =>
  call.logs.add.mutate({ ...kidA, submission: randomUUID(), ...more })

test(
  'listening again, without a date, and taking one back: live in every tab of the person',
  journey,
  async ({ signUp, openBrowser }) => {
    const person = await signUp('again')
    const { page, call } = person
    const other = await openBrowser(person)
    const cards = await openBrowser(person)
    for (const tab of [page, other]) await tab.goto(path)
    await cards.goto('/albums')
    const card = cards.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
    await card.hover()
    await expect(card.getByRole('button', { name: 'Add to listened' })).toBeVisible()
    await expect(button(page, 'Log again')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Your listens' })).toHaveCount(0)

    await button(page, 'Log').click()
    await expect(relisten(page)).not.toBeChecked()
    await stars(page).press('End')
    await review(page).fill('The first time.')
    await save(page)
    for (const tab of [page, other]) {
      // Next to the listenings, so that the head has only one button.
      const own = tab.locator('section').filter({ has: tab.getByRole('heading', { name: 'Your listens' }) })
      await expect(button(own, 'Log again')).toBeVisible()
      await expect(button(tab, 'Log again')).toHaveCount(1)
      await expect(rows(tab)).toHaveCount(1)
    }
    await expect(card.getByRole('button', { name: 'Remove from listened' })).toBeVisible()

    await button(page, 'Log again').click()
    await expect(relisten(page)).toBeChecked()
    await expect(review(page)).toHaveValue('')
    await expect(stars(page)).toHaveAttribute('aria-valuetext', 'No rating')
    await expect(level(page)).toHaveValue('everyone')
    await stars(page).press('ArrowRight')
    await level(page).selectOption({ label: 'Followers' })
    await expect(
      dialog(page).getByText('Anyone can follow you. Turn on Private account to approve followers.'),
    ).toBeVisible()
    await save(page)
    for (const tab of [page, other]) {
      await expect(rows(tab)).toHaveCount(2)
      await expect(rows(tab).first().getByRole('img', { name: 'Relisten' })).toBeVisible()
      await expect(rows(tab).first().getByRole('img', { name: 'Followers' })).toBeVisible()
      await expect(rows(tab).first().getByRole('img', { name: '0.5 of 5 stars' })).toBeVisible()
      await expect(rows(tab).last()).toContainText('The first time.')
      await expect(chart(tab)).toBeVisible()
    }

    await rows(page).first().getByRole('button', { name: 'Edit log' }).click()
    await expect(stars(page)).toHaveAttribute('aria-valuenow', '1')
    await date(page).fill('')
    await expect(dialog(page).getByText(/No date: it counts as listened/)).toBeVisible()
    await save(page)
    for (const tab of [page, other]) {
      await expect(rows(tab).last()).toContainText('no date')
      await expect(rows(tab).first()).toContainText('The first time.')
    }
    // The newest listening is a different one now, in the dialog, too.
    await button(other, 'Log').click()
    await expect(review(other)).toHaveValue('The first time.')
    await other.keyboard.press('Escape')

    await rows(page).last().getByRole('button', { name: 'Edit log' }).click()
    await expect(date(page)).toHaveValue('')
    await button(page, 'Remove log').click()
    const question = page.getByRole('dialog', { name: 'Remove this log?' })
    await expect(question).toContainText('Your other listens of the album stay.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Log removed')).toBeVisible()
    for (const tab of [page, other]) {
      await expect(rows(tab)).toHaveCount(1)
      await expect(chart(tab)).toHaveCount(0)
    }
    expect((await call.logs.mine.query(kidA)).log?.review).toBe('The first time.')
  },
)

test('a new listening of long ago enters no feed, and the dialog says so; each has a draft of its own', async ({
  signUp,
}) => {
  const person = await signUp('drafter')
  const { page } = person
  const { id } = await add(person, { rating: 8, review: 'Old words.', date: '2020-01-01' })
  const line = dialog(page).getByText(/in no feed/)
  await page.goto(path)
  await button(page, 'Log again').click()
  await expect(line).toHaveCount(0)
  await date(page).fill('2020-05-05')
  await expect(line).toBeVisible()
  await review(page).fill('Of the new one')
  await page.keyboard.press('Escape')

  await rows(page).getByRole('button', { name: 'Edit log' }).click()
  await expect(review(page)).toHaveValue('Old words.')
  await expect(line).toHaveCount(0)
  await review(page).fill('Of the old one')
  await page.keyboard.press('Escape')
  await page.reload()
  await button(page, 'Log again').click()
  await expect(dialog(page).getByText('Draft restored')).toBeVisible()
  await expect(review(page)).toHaveValue('Of the new one')
  await expect(date(page)).toHaveValue('2020-05-05')
  await page.keyboard.press('Escape')
  await button(page, 'Log').click()
  await expect(review(page)).toHaveValue('Of the old one')
  await dialog(page).getByRole('button', { name: 'Discard draft' }).click()
  await expect(review(page)).toHaveValue('Old words.')
  await page.keyboard.press('Escape')

  // The edit button of the diary opens its own listening.
  await add(person, { review: 'Newer words.', date: '2021-01-01' })
  await page.goto('/profile/drafter?tab=diary')
  await page.getByRole('listitem').filter({ hasText: 'Kid A' }).last().getByRole('button').click()
  await expect(review(page)).toHaveValue('Old words.')
  expect(id).toBeGreaterThan(0)
})

test.describe('refused and cut off', () => {
  test.use({ expectedErrors: [failedRequest] })

  test('what has changed elsewhere is not overwritten: one loads it, or saves one’s own', async ({
    signUp,
  }) => {
    const person = await signUp('late')
    const { page, call } = person
    await add(person, { rating: 4, review: 'One.' })
    await page.goto(path)
    await button(page, 'Log').click()
    await review(page).fill('Mine.')
    await call.logs.save.mutate({ ...kidA, rating: 9, review: 'Theirs.' })
    await save(page)
    const conflict = dialog(page).getByRole('alert')
    await expect(conflict).toContainText('This log has been changed elsewhere since you opened it.')
    await expect(review(page)).toHaveValue('Mine.')
    await conflict.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(toast(page, 'Album logged successfully')).toBeVisible()
    // Fields that were not edited here keep the values saved elsewhere.
    expect((await call.logs.mine.query(kidA)).log).toMatchObject({ rating: 9, review: 'Mine.' })

    await button(page, 'Log').click()
    await review(page).fill('Mine again.')
    await page.keyboard.press('Escape')
    await call.logs.save.mutate({ ...kidA, review: 'Theirs again.' })
    await button(page, 'Log').click()
    await expect(review(page)).toHaveValue('Mine again.')
    await conflict.getByRole('button', { name: 'Load the newer version' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await expect(review(page)).toHaveValue('Theirs again.')
    await expect(conflict).toHaveCount(0)

    // Nothing was typed, so the form shows what another tab has saved.
    await call.logs.save.mutate({ ...kidA, review: 'The last word.' })
    await expect(review(page)).toHaveValue('The last word.')
    await review(page).fill('And mine.')
    const { log } = await call.logs.mine.query(kidA)
    await call.logs.remove.mutate({ id: log!.id })
    await save(page)
    await expect(dialog(page).getByText(/has just been removed/)).toBeVisible()
    await save(page)
    // Not by its toast: the previous one can still be visible.
    await expect
      .poll(async () => (await call.logs.mine.query(kidA)).log)
      .toMatchObject({ review: 'And mine.', rating: 9 })
  })

  test('a listening whose answer was lost is made once, with what was written last', async ({ signUp }) => {
    const person = await signUp('unlucky')
    const { page, call } = person
    await add(person, {})
    await page.goto(path)
    await button(page, 'Log again').click()
    await review(page).fill('Sent once')
    await page.route(callOf('logs.add'), async (route) => {
      await route.fetch()
      await route.abort()
    })
    await save(page)
    await expect(toast(page, 'The server cannot be reached')).toBeVisible()
    await page.unrouteAll()
    await review(page).fill('Sent twice')
    await page.reload()
    await button(page, 'Log again').click()
    await expect(review(page)).toHaveValue('Sent twice')
    await save(page)
    await expect(toast(page, 'Album logged successfully')).toBeVisible()
    const { items } = await call.logs.listens.query(kidA)
    expect(items.map((listen) => listen.review)).toEqual(['Sent twice', null])
    await expect(rows(page)).toHaveCount(2)
  })
})

test('taking the mark off a card names what goes, and takes all of it', async ({ signUp }) => {
  const [person, reader] = await Promise.all([signUp('owner'), signUp('reader')])
  const { page, call } = person
  await add(person, { date: '2026-01-01' })
  const { id } = await add(person, { rating: 8, review: 'Cold.' })
  await reader.call.logs.like.mutate({ id, liked: true })
  await reader.call.comments.add.mutate({ thread: { review: id }, text: 'Very.', submission: randomUUID() })
  await page.goto('/albums')
  const card = page.getByRole('group', { name: 'Kid A by Radiohead', exact: true }).first()
  await card.hover()
  await card.getByRole('button', { name: 'Remove from listened' }).click()
  const question = page.getByRole('dialog', { name: 'Remove “Kid A”?' })
  await expect(question).toContainText('2 listens, 1 review, 1 comment, 1 like')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await call.logs.mine.query(kidA)).listens).toBe(2)
  await card.getByRole('button', { name: 'Remove from listened' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card.getByRole('button', { name: 'Add to listened' })).toBeVisible()
  await expect.poll(async () => (await call.logs.mine.query(kidA)).listens).toBe(0)
})
