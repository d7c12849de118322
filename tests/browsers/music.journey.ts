import { expect } from 'vitest'
import type { Tab } from './tab.ts'
import { test } from './world.ts'

const kidA = '/album/Radiohead/Kid%20A'
/** The product's current day is that of Istanbul. */
const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Istanbul' })
const inDialog = { within: 'dialog' }

async function hasStars(tab: Tab, text: string) {
  const stars = async () => (await tab.see('slider', 'Rating', inDialog)).attributes['aria-valuetext']
  await expect.poll(stars).toBe(text)
}

/** Presses the row of stars at a place: 0 is its beginning, 5 its end. Then drags to the other places. */
async function pressStars(tab: Tab, ...places: [number, ...number[]]) {
  const { x, y, width, height } = await tab.settled('slider', 'Rating', inDialog)
  const pointAt = (place: number) => ({ x: x + (width * place) / 5, y: y + height / 2 })
  const [first, ...others] = places
  await tab.drag([pointAt(first), ...others.map(pointAt)])
}

test('an album is logged by pointer and keys, and a follower sees it live', async ({ signUp }) => {
  const [author, reader] = [await signUp('author'), await signUp('reader')]
  await reader.tab.go('/profile/author')
  await reader.tab.click('button', 'Follow')
  await reader.tab.see('button', 'Unfollow')
  await reader.tab.go('/activity')
  await reader.tab.says('No activity yet')

  const { tab } = author
  await tab.go(kidA)
  await tab.click('button', 'Log')
  await pressStars(tab, 2.25)
  await hasStars(tab, '2.5 of 5 stars')
  await pressStars(tab, 0.1, 0.8, 1.4)
  await hasStars(tab, '1.5 of 5 stars')
  await tab.hasFocus('slider', 'Rating')
  await tab.keys('End', 'ArrowLeft')
  await hasStars(tab, '4.5 of 5 stars')
  await tab.fill('textbox', 'Review', 'Ice, then warmth. Çok güzel.', inDialog)
  const [today, yesterday] = [0, 1].map((days) => dayOf.format(Date.now() - days * 86_400_000))
  expect(await tab.see('textbox', 'Date', inDialog)).toMatchObject({ value: today })
  await tab.click('button', 'Choose from calendar', inDialog)
  await tab.see('dialog', 'Calendar')
  const day = async () => (await tab.see('focus', /\d{4}/, inDialog)).name
  const first = await day()
  await tab.keys('ArrowLeft')
  await expect.poll(day).not.toBe(first)
  await tab.keys('Enter')
  await tab.seesNo('dialog', 'Calendar')
  expect(await tab.see('textbox', 'Date', inDialog)).toMatchObject({ value: yesterday })
  await tab.click('button', 'Save', inDialog)
  await tab.says('Album logged successfully')
  await tab.seesNo('dialog')
  await tab.hasFocus('button', 'Log')
  await tab.see('article', /Ice, then warmth\. Çok güzel\./)
  await reader.tab.says('Ice, then warmth. Çok güzel.')
  expect((await author.call.logs.mine.query({ artist: 'Radiohead', album: 'Kid A' })).log).toMatchObject({
    rating: 9,
    date: yesterday,
  })
})

test('a list is made: searched, ordered by keys and by dragging', async ({ signUp }) => {
  const { tab } = await signUp('maker')
  const rows = async () =>
    (await tab.all('button', /^Move (Kid A|Dummy|Homogenic)$/)).map(({ name }) => name.slice('Move '.length))
  await tab.go('/lists/create')
  await tab.fill('textbox', 'Name', 'Night bus')
  for (const album of ['Kid A', 'Dummy', 'Homogenic']) {
    await tab.fill('textbox', 'Search albums', album)
    await tab.click('button', new RegExp(`^${album}`))
    await tab.see('button', `Move ${album}`)
  }
  await tab.focus('button', 'Move Homogenic')
  await tab.keys('ArrowUp')
  await expect.poll(rows).toEqual(['Kid A', 'Homogenic', 'Dummy'])
  await tab.hasFocus('button', 'Move Homogenic')
  await tab.keys('Home')
  await expect.poll(rows).toEqual(['Homogenic', 'Kid A', 'Dummy'])
  const from = await tab.settled('button', 'Move Homogenic')
  const to = await tab.settled('button', 'Move Dummy')
  const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => ({
    x: from.x + 10,
    y: from.y + 20 + (to.y + 4 - from.y) * part,
  }))
  await tab.drag([steps[0]!, ...steps.slice(1)])
  await expect.poll(rows).toEqual(['Kid A', 'Dummy', 'Homogenic'])
  // The arrow keys continue from where the pointer dropped it.
  await tab.hasFocus('button', 'Move Homogenic')
  await tab.click('button', 'Save')
  await tab.isAt(/^\/list\/\d+$/)
  await tab.see('heading', 'Night bus')
  const texts = async () => (await tab.all('listitem', /Kid A|Dummy|Homogenic/)).map(({ text }) => text)
  await expect
    .poll(texts)
    .toEqual([/Kid A/, /Dummy/, /Homogenic/].map((name) => expect.stringMatching(name) as string))
})

test('a comment and a like are seen live', async ({ signUp, makeList }) => {
  const [owner, reader] = [await signUp('owner'), await signUp('reader')]
  const path = await makeList(owner)
  await owner.tab.go(path)
  await owner.tab.says('No comments yet')
  await reader.tab.go(path)
  await reader.tab.fill('textbox', 'Comment', 'Which stop?')
  await reader.tab.click('button', 'Send')
  await owner.tab.says('Which stop?')
  await reader.tab.click('button', 'Like')
  await owner.tab.says('1 like')
})

test('the dialog before a list is deleted keeps the focus, and gives it back', async ({
  signUp,
  makeList,
}) => {
  const owner = await signUp('owner')
  const { tab } = owner
  await tab.go(await makeList(owner))
  for (const close of ['Escape', 'Enter']) {
    await tab.click('button', 'Delete list')
    await tab.see('dialog')
    await tab.hasFocus('button', 'Cancel')
    for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab']) {
      await tab.keys(key)
      await tab.see('focus', undefined, { within: 'dialog' })
    }
    if (close === 'Enter') await tab.focus('button', 'Cancel', inDialog)
    await tab.keys(close)
    await tab.seesNo('dialog')
    await tab.hasFocus('button', 'Delete list')
  }
})
