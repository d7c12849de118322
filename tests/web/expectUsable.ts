import type { Page } from '@playwright/test'
import { becomePhone, changeLight, faultsOf, frameOf, sideways, smallTargets } from './accessChecks.ts'
import type { Place } from './pagesMeans.ts'
import { expect } from './plak.ts'

const softly = expect.configure({ soft: true })
const frame = { h1: 1, banner: 1, main: 1, footer: 1, isNamed: true, lang: 'en' }

/**
 * Expects that everybody can use a page as it is, in both colour schemes, with eyes, a screen reader or a finger. Leaves it
 * dark and as narrow as a phone. Omits the header and footer if another state of the page has covered them.
 */
export async function expectUsable(
  page: Page,
  { only }: Pick<Place, 'only'> = {},
  { isFrameKnown = false } = {},
) {
  await expect.poll(() => frameOf(page)).toEqual(frame)
  expect.soft(await faultsOf(page, { isFrameKnown }), 'in the light').toEqual([])
  await changeLight(page, 'dark')
  expect.soft(await faultsOf(page, { rule: 'color-contrast', isFrameKnown }), 'in the dark').toEqual([])
  if (only === 'wide') return
  const finger = await becomePhone(page)
  expect.soft(await sideways(page), 'scrolls sideways').toBe(0)
  // Repeated, because the page can still move during a measurement.
  await softly.poll(() => smallTargets(page), 'too small for a finger').toEqual([])
  await finger.detach()
}
