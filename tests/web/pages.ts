import type { Place } from './pagesMeans.ts'
import { placesOfAccounts } from './pagesOfAccounts.ts'
import { placesOfAdmin } from './pagesOfAdmin.ts'
import { placesOfImports } from './pagesOfImports.ts'
import { placesOfLists } from './pagesOfLists.ts'
import { placesOfMusic } from './pagesOfMusic.ts'
import { placesOfPeople } from './pagesOfPeople.ts'
import { placesOfPlays } from './pagesOfPlays.ts'
import { placesOfPush } from './pagesOfPush.ts'
import { placesOfRelations } from './pagesOfRelations.ts'
import { placesOfScrobbling } from './pagesOfScrobbling.ts'
import { placesOfStats } from './pagesOfStats.ts'

/** Every page of the product, in every state that looks different. */
export const places: Place[] = [
  ...placesOfMusic,
  ...placesOfLists,
  ...placesOfPeople,
  ...placesOfPlays,
  ...placesOfAccounts,
  ...placesOfImports,
  ...placesOfRelations,
  ...placesOfPush,
  ...placesOfScrobbling,
  ...placesOfStats,
  ...placesOfAdmin,
]

/** States with the same parts on every page, each with the page that represents all of them (access.spec.ts). */
const standsForAll: Record<string, string> = {
  loading: 'Album',
  failing: 'Album',
  'not found': 'Album',
  nothing: 'Search',
  'log in first': 'Activity',
}

/** True if another test checks this place. `npm run screenshots` checks all of them. */
export const isLookedAtElsewhere = ({ page, state, elsewhere }: Place) =>
  elsewhere === true || (standsForAll[state] ?? page) !== page
