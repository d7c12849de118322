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
