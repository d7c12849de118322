import {
  becomePhone,
  changeLight,
  faultsOf,
  frameOf,
  sideways,
  smallTargets,
  TURNED,
} from './accessChecks.ts'
import { places } from './pages.ts'
import { test } from './pagesVisit.ts'
import { expect } from './plak.ts'

// Every page in every state, for everybody: WCAG 2.2 AA in both lights, and what a phone asks for.

test.describe.configure({ mode: 'parallel' })

const softly = expect.configure({ soft: true })
const frame = { h1: 1, banner: 1, main: 1, footer: 1, isNamed: true, lang: 'en' }

const single = places.filter(({ many }) => !many)
for (const [index, place] of single.entries()) {
  // The states of a page follow each other: the first shows its frame as well.
  const isFrameKnown = single[index - 1]?.page === place.page
  test(`${place.page}, ${place.state}`, async ({ visit }) => {
    const page = await visit(place)
    await expect.poll(() => frameOf(page)).toEqual(frame)
    expect.soft(await faultsOf(page, { isFrameKnown }), 'in the light').toEqual([])
    await changeLight(page, 'dark')
    expect.soft(await faultsOf(page, { rule: 'color-contrast', isFrameKnown }), 'in the dark').toEqual([])
    if (place.only === 'wide') return
    const finger = await becomePhone(page)
    expect.soft(await sideways(page), 'scrolls sideways').toBe(0)
    // What is measured while the page still moves under the finger is measured again.
    await softly.poll(() => smallTargets(page), 'too small for a finger').toEqual([])
    await finger.detach()
  })
}

test('no page asks for a screen to be turned', async ({ visit }) => {
  expect(await faultsOf(await visit(single[0]!), { rule: TURNED })).toEqual([])
})
