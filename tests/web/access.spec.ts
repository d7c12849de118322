import { faultsOf, TURNED } from './accessChecks.ts'
import { expectUsable } from './expectUsable.ts'
import { isLookedAtElsewhere, places } from './pages.ts'
import { test } from './pagesVisit.ts'
import { expect, journey } from './plak.ts'

// Every page in every state with a look of its own, for everybody:
// WCAG 2.2 AA in both colour schemes, and the requirements of phones.

test.describe.configure({ mode: 'parallel' })

/** The most used pages; `npm test -- --all` runs the others. */
const most = new Set(['Home, signed in', 'Album, with its log'])

const nameOf = ({ page, state }: (typeof places)[number]) => `${page}, ${state}`
const looked = places.filter((place) => !place.many && !isLookedAtElsewhere(place))
const unknown = [...most].filter((name) => !looked.some((place) => nameOf(place) === name))
if (unknown.length > 0) throw new Error(`No such places: ${unknown.join('; ')}`)

for (const [index, place] of looked.entries()) {
  // The states of a page follow each other: the first one also checks the header and footer.
  const isFrameKnown = looked[index - 1]?.page === place.page
  const name = nameOf(place)
  test(name, most.has(name) ? journey : {}, async ({ visit }) => {
    await expectUsable(await visit(place), place, { isFrameKnown })
  })
}

test('no page asks for a screen to be turned', async ({ visit }) => {
  expect(await faultsOf(await visit(looked[0]!), { rule: TURNED })).toEqual([])
})
