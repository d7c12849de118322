import { expect, it } from 'vitest'
import { suggestAlbums } from '../../server/suggestions/albums.ts'
import { suggestPeople, suggestToNewcomer } from '../../server/suggestions/people.ts'
import { suggestAll } from '../../server/suggestions/refresh.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeRandom } from '../torture/random.ts'
import { inventCommunity, plantCommunity } from './community.ts'
import { naiveAlbums, naiveArriving, naivePeople } from './naive.ts'

// Compares the suggestions in invented communities with those that a reader could compute from what they see.

const plak = runProduct()

it.each([1, 2, 3, 4, 5, 6])(
  'suggests what each reader could see, and nothing else (seed %i)',
  async (seed) => {
    const { deps } = plak.server
    const community = inventCommunity(makeRandom(seed), { people: 14, albums: 16 })
    const ids = await plantCommunity(deps, community)
    await suggestAll(deps)
    let found = 0
    for (const [nickname, id] of ids) {
      const reader = community.get(nickname)!
      const albums = await suggestAlbums(deps, { id })
      const suggested = {
        nickname,
        people: await suggestPeople(deps, { id }),
        arriving: await suggestToNewcomer(deps, { id }),
        albums: albums.map(({ name, because }) => ({ name, because })),
      }
      expect(suggested).toEqual({
        nickname,
        people: naivePeople(community, reader),
        arriving: naiveArriving(community, reader),
        albums: naiveAlbums(community, reader),
      })
      found += suggested.people.length + albums.length
    }
    // The communities are such that there is something to suggest.
    expect(found).toBeGreaterThan(10)
  },
)
