import type { Page } from '@playwright/test'
import { expect, type Someone } from './plak.ts'

// What the browser tests of the activity feed begin with.

const feedOf = (page: Page) => page.getByRole('list', { name: 'Activity' })
export const entriesOf = (page: Page) => feedOf(page).getByRole('article')
export const entryOf = (page: Page, album: string) =>
  entriesOf(page).filter({ has: page.getByRole('link', { name: album, exact: true }) })
export const save = ({ call }: Someone, artist: string, album: string, more: object = {}) =>
  call.logs.save.mutate({ artist, album, ...more })

/** Logs so many different albums with a text, which does not fold, one after the other; answers them newest first. */
async function logMany(author: Someone, count: number) {
  const { albums } = await author.call.catalog.popular.query({ page: 1 })
  const logged = albums.slice(0, count)
  for (const { artist, name } of logged) await save(author, artist, name, { rating: 6, review: 'Heard.' })
  return logged.reverse()
}

/** A follower of six people who log ten albums each: few, because an album that nobody knew yet takes its time. */
export async function manyEntries(signUp: (nickname: string) => Promise<Someone>) {
  const nicknames = ['follower', 'ada', 'bela', 'cem', 'duru', 'ege', 'filiz']
  const [follower, ...authors] = await Promise.all(nicknames.map(signUp))
  const labels: string[] = []
  for (const author of authors) {
    await follower!.call.follows.set.mutate({ nickname: author.nickname, following: true })
    labels.unshift(...(await logMany(author, 10)).map(({ name }) => `${author.nickname} logged ${name}`))
  }
  return { page: follower!.page, authors, labels }
}

/** A follower with the feed open, and the author whom they follow. */
export async function openFeed(signUp: (nickname: string) => Promise<Someone>, logs = 0) {
  const [author, follower] = await Promise.all([signUp('author'), signUp('follower')])
  await follower.call.follows.set.mutate({ nickname: 'author', following: true })
  const albums = await logMany(author, logs)
  await follower.page.goto('/activity')
  if (logs > 0) await expect(entriesOf(follower.page)).toHaveCount(Math.min(logs, 50))
  else await expect(follower.page.getByText('No activity yet.')).toBeVisible()
  return { author, follower, page: follower.page, albums }
}
