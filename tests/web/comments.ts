import type { Page } from '@playwright/test'
import { expect, type Someone } from './plak.ts'

export const kidA = { artist: 'Radiohead', album: 'Kid A' }

/** Writes a review of Kid A; returns its id. */
export async function review({ call }: Someone, text = 'Ice.'): Promise<number> {
  return (await call.logs.save.mutate({ ...kidA, review: text })).id
}

/** Opens the page of Kid A and the comments on its only review. */
export async function openThread(page: Page) {
  await page.goto('/album/Radiohead/Kid%20A')
  await toggleOf(page).click()
  await expect(page.getByRole('region', { name: 'Comments' }).locator('p')).not.toHaveCount(0)
}

/** The button that folds the comments on the only review. */
export const toggleOf = (page: Page) => page.getByRole('button', { name: /^(Comment|[\d,]+ comments?)$/ })
export const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
export const box = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

export async function say(page: Page, text: string) {
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}
