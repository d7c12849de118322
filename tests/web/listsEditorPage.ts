import type { Page } from '@playwright/test'
import { expect } from './plak.ts'

// Elements of the list editor.

export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search albums' })
export const found = (page: Page, name: string | RegExp) =>
  page.getByRole('list', { name: 'Albums found' }).getByRole('button', { name })
export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Albums of the list' }).getByRole('listitem')
export const save = (page: Page) => page.getByRole('button', { name: 'Save' })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

export async function choose(page: Page, album: string) {
  await search(page).fill(album)
  await found(page, new RegExp(`^${album}`))
    .first()
    .click()
  await expect(rows(page).filter({ hasText: album })).toHaveCount(1)
}
