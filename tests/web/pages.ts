import type { Place } from './pagesMeans.ts'
import { placesOfAccounts } from './pagesOfAccounts.ts'
import { placesOfImports } from './pagesOfImports.ts'
import { placesOfLists } from './pagesOfLists.ts'
import { placesOfMusic } from './pagesOfMusic.ts'
import { placesOfPeople } from './pagesOfPeople.ts'
import { placesOfRelations } from './pagesOfRelations.ts'

/** Every page of the product, in every state in which it looks different. */
export const places: Place[] = [
  ...placesOfMusic,
  ...placesOfLists,
  ...placesOfPeople,
  ...placesOfAccounts,
  ...placesOfImports,
  ...placesOfRelations,
]

/** States that are made of the same parts on every page, each with the page that stands for all of them (access.spec.ts). */
const standsForAll: Record<string, string> = {
  loading: 'Album',
  failing: 'Album',
  'not found': 'Album',
  nothing: 'Search',
  'log in first': 'Activity',
}

/** Whether another test looks for what is wrong with this place. `npm run screenshots` does so with all of them. */
export const isLookedAtElsewhere = ({ page, state, elsewhere }: Place) =>
  elsewhere === true || (standsForAll[state] ?? page) !== page
