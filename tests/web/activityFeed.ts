import type { Page } from '@playwright/test'
import { expect, type Someone } from './plak.ts'

// Helpers for the browser tests of the activity feed.

const feedOf = (page: Page) => page.getByRole('list', { name: 'Activity' })
export const entriesOf = (page: Page) => feedOf(page).getByRole('article')
export const entryOf = (page: Page, album: string) =>
  entriesOf(page).filter({ has: page.getByRole('link', { name: album, exact: true }) })
export const save = ({ call }: Someone, artist: string, album: string, more: object = {}) =>
  call.logs.save.mutate({ artist, album, ...more })

/** Logs different albums with a text, which prevents folding, one after the other; returns them newest first. */
async function logMany(author: Someone, count: number) {
  const { albums } = await author.call.catalog.popular.query({ page: 1 })
  const logged = albums.slice(0, count)
  for (const { artist, name } of logged) await save(author, artist, name, { rating: 6, review: 'Heard.' })
  return logged.reverse()
}

/** Creates a follower of six users who log ten albums each: only a few, because logging an unknown album is slow. */
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

/** Opens the feed of a follower; returns the follower and the followed author. */
export async function openFeed(signUp: (nickname: string) => Promise<Someone>, logs = 0) {
  const [author, follower] = await Promise.all([signUp('author'), signUp('follower')])
  await follower.call.follows.set.mutate({ nickname: 'author', following: true })
  const albums = await logMany(author, logs)
  await follower.page.goto('/activity')
  if (logs > 0) await expect(entriesOf(follower.page)).toHaveCount(Math.min(logs, 50))
  else await expect(follower.page.getByText('No activity yet.')).toBeVisible()
  return { author, follower, page: follower.page, albums }
}
