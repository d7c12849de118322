import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { changeLight } from './accessChecks.ts'
import { expectUsable } from './expectUsable.ts'
import { places } from './pages.ts'
import type { Place } from './pagesMeans.ts'
import { narrow, test, wide } from './pagesVisit.ts'

// Takes a picture of every page in every state, width and colour scheme; scripts/screenshots.mjs combines them. Accessibility
// violations fail the test after the pictures.

test.use({ isMany: true })

const folder = join(import.meta.dirname, '../../screenshots')
const widths = [360, 768, 1280]
const heights = { 360: 740, 768: 1024, 1280: 800 } as Record<number, number>
/** Longer pages are cut here, because the rest is similar. */
const LONGEST = 2_400

const fileOf = ({ page, state }: Place, width: number, theme: string) =>
  join(folder, page, `${state}.${width}.${theme}.png`)

/** Waits until every visible picture is loaded and decoded, and the fonts are loaded. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
  })
}

async function shoot(page: Page, place: Place, width: number) {
  await page.setViewportSize({ width, height: heights[width]! })
  const height = place.over
    ? heights[width]!
    : await page.evaluate(() => document.documentElement.scrollHeight)
  const cut = Math.min(height, LONGEST)
  // As high as the picture, so that lazy content is loaded.
  if (!place.over) await page.setViewportSize({ width, height: cut })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    await page.screenshot({ path: fileOf(place, width, colorScheme), animations: 'disabled', caret: 'hide' })
  }
}

for (const place of places) {
  test(`${place.page}, ${place.state}`, async ({ visit }) => {
    mkdirSync(join(folder, place.page), { recursive: true })
    const page = await visit(place)
    const shown = { narrow: [360], wide: [768, 1280], any: widths }[place.only ?? 'any']
    for (const width of shown) await shoot(page, place, width)
    await changeLight(page, 'light')
    await page.setViewportSize(place.only === 'narrow' ? narrow : wide)
    await expectUsable(page, place)
  })
}
