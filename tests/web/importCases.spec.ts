import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test, type Someone } from './plak.ts'

// Five files of tests/imports/cases on their whole way in both languages: chosen, previewed, decided about, imported, and shown in
// the diary. tests/imports reads all of them without a browser.

const english = {
  code: 'en',
  file: 'File',
  rows: 'Rows of the file',
  past: 'Your imports',
  ready: 'Ready',
  decide: 'Needs a decision',
  confirm: 'Confirm all albums found',
  chooseArtist: 'Choose which column holds the artist.',
  chooseAlbum: 'Choose which column holds the album.',
  artist: 'Artist',
  album: 'Album',
  pick: 'Choose album',
  search: 'Search albums',
  start: (count: number) => (count === 1 ? 'Import 1 album' : `Import ${count} albums`),
  imported: (count: number) => (count === 1 ? '1 row imported' : `${count} rows imported`),
  tracks: '6 tracks',
  fourStars: '4 of 5 stars',
  onlyMe: 'Only me',
  followers: 'Followers',
  january: '12 January 2024',
  february: '5 February 2024',
  march: '5 March 2024',
  later: '13 March 2024',
  april: '2 April 2025',
}
const turkish: typeof english = {
  code: 'tr',
  file: 'Dosya',
  rows: 'Dosyanın satırları',
  past: 'İçe aktarmaların',
  ready: 'Hazır',
  decide: 'Karar bekleyen',
  confirm: 'Bulunan tüm albümleri onayla',
  chooseArtist: 'Sanatçının hangi sütunda olduğunu seç.',
  chooseAlbum: 'Albümün hangi sütunda olduğunu seç.',
  artist: 'Sanatçı',
  album: 'Albüm',
  pick: 'Albümü seç',
  search: 'Albüm ara',
  start: (count) => `${count} albümü içe aktar`,
  imported: (count) => `${count} satır aktarıldı`,
  tracks: '6 şarkı',
  fourStars: '5 üzerinden 4 yıldız',
  onlyMe: 'Yalnızca ben',
  followers: 'Takipçiler',
  january: '12 Ocak 2024',
  february: '5 Şubat 2024',
  march: '5 Mart 2024',
  later: '13 Mart 2024',
  april: '2 Nisan 2025',
}

for (const words of [english, turkish]) {
  const row = (page: Page, text: string) =>
    page.getByRole('table', { name: words.rows }).getByRole('row').filter({ hasText: text })
  const filter = (page: Page, name: string, count: number) =>
    page.getByRole('radio', { name: `${name} ${count}`, exact: true })

  /** Chooses the file on the page for importing, which is in the language. */
  async function choose({ page, context }: Someone, name: string, url: string) {
    await context.addCookies([{ name: 'plak_language', value: words.code, url }])
    await page.goto('/import')
    await expect(page.locator('html')).toHaveAttribute('lang', words.code)
    const path = fileURLToPath(new URL(`../imports/cases/${name}`, import.meta.url))
    await page.getByLabel(words.file, { exact: true }).setInputFiles(path)
  }

  async function start(page: Page, { albums, rows }: { albums: number; rows: number }) {
    await page.getByRole('button', { name: words.start(albums), exact: true }).click()
    await expect(page.getByRole('list', { name: words.past }).getByRole('listitem')).toContainText(
      words.imported(rows),
    )
  }

  /** Waits until the diary shows exactly these days and albums. */
  async function seeDiary({ page, nickname }: Someone, entries: [day: string, album: string][]) {
    await page.goto(`/profile/${nickname}?tab=diary`)
    for (const [day, album] of entries)
      await expect(entryOf(page, album).getByTitle(day, { exact: true })).toBeVisible()
    await expect(entriesOf(page)).toHaveCount(entries.length)
  }
  const entriesOf = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('time') })
  const entryOf = (page: Page, album: string) => entriesOf(page).filter({ hasText: album })

  test.describe(`in the language '${words.code}'`, () => {
    test('days written in words are days of the diary', async ({ signUp, plak }) => {
      const person = await signUp('ada')
      const { page } = person
      await choose(person, 'days.csv', plak.url)
      await expect(filter(page, words.ready, 3)).toBeVisible()
      const entries: [string, string][] = [
        [words.later, 'Hounds of Love'],
        [words.february, 'Homogenic'],
        [words.january, 'Disintegration'],
      ]
      for (const [day, album] of entries) await expect(row(page, album)).toContainText(day)
      await start(page, { albums: 3, rows: 3 })
      await seeDiary(person, entries)
    })

    test('a table with French headings is read with its rating and its review', async ({ signUp, plak }) => {
      const person = await signUp('bea')
      const { page } = person
      await choose(person, 'columns-french.csv', plak.url)
      await expect(filter(page, words.ready, 1)).toBeVisible()
      await expect(page.getByLabel('Artiste', { exact: true })).toHaveValue('artist')
      await expect(page.getByLabel('Titre', { exact: true })).toHaveValue('album')
      await expect(row(page, 'Hounds of Love')).toContainText('Beau.')
      await expect(row(page, 'Hounds of Love').getByRole('img', { name: words.fourStars })).toBeVisible()
      await start(page, { albums: 1, rows: 1 })
      await seeDiary(person, [[words.march, 'Hounds of Love']])
      await expect(entriesOf(page).getByRole('img', { name: words.fourStars })).toBeVisible()
    })

    test('each entry of a NeoDB archive keeps who can see it', async ({ signUp, plak }) => {
      const person = await signUp('cem')
      const { page } = person
      await choose(person, 'neodb-levels.zip', plak.url)
      await expect(page.getByRole('heading', { name: 'NeoDB' })).toBeVisible()
      await expect(filter(page, words.ready, 3)).toBeVisible()
      await expect(row(page, 'Kid A')).toContainText('For my own eyes.')
      await expect(row(page, 'Kid A')).toContainText(words.onlyMe)
      await expect(row(page, 'Homogenic')).toContainText(words.followers)
      await start(page, { albums: 3, rows: 3 })
      await seeDiary(person, [
        [words.march, 'Kid A'],
        [words.march, 'Homogenic'],
        [words.march, 'Kind of Blue'],
      ])
      await expect(entryOf(page, 'Kid A').getByRole('img', { name: words.onlyMe })).toBeVisible()
      await expect(entryOf(page, 'Homogenic').getByRole('img', { name: words.followers })).toBeVisible()
    })

    test('plays of a history need a decision, and a single play adds nothing', async ({ signUp, plak }) => {
      const person = await signUp('dora')
      const { page } = person
      await choose(person, 'plays-seconds.csv', plak.url)
      await expect(filter(page, words.decide, 1)).toBeVisible()
      await expect(row(page, 'Hounds of Love')).toContainText(words.april)
      await expect(row(page, 'Hounds of Love')).toContainText(words.tracks)
      await expect(row(page, 'Homogenic')).toHaveCount(0)
      await page.getByRole('button', { name: words.confirm }).click()
      await expect(filter(page, words.ready, 1)).toBeVisible()
      await start(page, { albums: 1, rows: 1 })
      await seeDiary(person, [[words.april, 'Hounds of Love']])
    })

    test('a table without a column of artists asks for it, and takes what is chosen', async ({
      signUp,
      plak,
    }) => {
      const person = await signUp('ege')
      const { page } = person
      await choose(person, 'columns-country-first.csv', plak.url)
      await expect(page.getByText(words.chooseArtist)).toBeVisible()
      await expect(page.getByText(words.chooseAlbum)).toBeVisible()
      await page.getByLabel('Track Description').selectOption(words.artist)
      await expect(page.getByText(words.chooseArtist)).toHaveCount(0)
      await page.getByLabel('Track Identifier').selectOption(words.album)
      await expect(page.getByText(words.chooseAlbum)).toHaveCount(0)
      await expect(row(page, '1440')).toContainText('Kate Bush - Song 1')
      for (const name of ['1440', '1441']) {
        await row(page, name).getByRole('button', { name: words.pick }).click()
        const dialog = page.getByRole('dialog', { name: words.pick })
        await dialog.getByRole('searchbox', { name: words.search }).fill('Hounds of Love')
        await dialog.getByRole('button', { name: /Hounds of Love.*Kate Bush/ }).click()
        await expect(dialog).toHaveCount(0)
      }
      // Both plays are of one day, on which one listening is enough.
      await start(page, { albums: 1, rows: 1 })
      await seeDiary(person, [[words.april, 'Hounds of Love']])
    })
  })
}
