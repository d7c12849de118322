import { beforeEach, expect, it } from 'vitest'
import { disableAccount } from '../../server/account/operator.ts'
import { suggestAlbums } from '../../server/suggestions/albums.ts'
import { suggestPeople, suggestToNewcomer } from '../../server/suggestions/people.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeRandom, type Random } from '../torture/random.ts'
import { inventCommunity, levels, plantCommunity } from './community.ts'
import { naiveAlbums, naiveArriving, naivePeople, type Community, type Member } from './naive.ts'
import { refresh } from './world.ts'

// Answers leave out at once what may not be shown any more, and have what is new after the next computing.

const plak = runProduct()
let people: Map<string, Person>
beforeEach(() => {
  people = new Map()
})

/** Invents a community whose people can act. */
async function makeCommunity(random: Random): Promise<{ community: Community; ids: Map<string, number> }> {
  const community = inventCommunity(random, { people: 9, albums: 12 })
  for (const member of community.values()) Object.assign(member, { isDisabled: false, isPrivate: false })
  for (const nickname of community.keys()) people.set(nickname, await plak.harness.register(nickname))
  const ids = await plantCommunity(plak.server.deps, community)
  return { community, ids }
}

type Act = (random: Random, member: Member, other: Member) => Promise<unknown>

const clientOf = ({ nickname }: Member) => people.get(nickname)!.client
const titleOf = ({ below }: Random) => `Album ${String(below(12)).padStart(2, '0')}`
const toggle = (set: Set<string>, name: string): boolean => {
  const isIn = !set.delete(name)
  if (isIn) set.add(name)
  return isIn
}

const acts: Record<string, Act> = {
  async heart(random, member) {
    const title = titleOf(random)
    const favorite = !member.hearts.delete(title)
    if (favorite) member.hearts.set(title, Date.now())
    await clientOf(member).favorites.set.mutate({ artist: 'Artist', album: title, favorite })
  },
  async rate(random, member) {
    const title = titleOf(random)
    if (member.later.has(title)) return
    const listening = { rating: 5 + random.below(6), level: random.pick(levels) }
    const at = member.listenings.get(title)?.at ?? Date.now()
    member.listenings.set(title, { ...listening, at })
    await clientOf(member).logs.save.mutate({
      artist: 'Artist',
      album: title,
      rating: listening.rating,
      visibility: listening.level,
    })
  },
  async queue(random, member) {
    const title = titleOf(random)
    if (member.listenings.has(title)) return
    const wanted = toggle(member.later, title)
    await clientOf(member).listenLater.set.mutate({ artist: 'Artist', album: title, wanted })
  },
  async follow(_, member, other) {
    if (
      other.isPrivate ||
      other.isDisabled ||
      member.blocks.has(other.nickname) ||
      other.blocks.has(member.nickname)
    )
      return
    const following = toggle(member.follows, other.nickname)
    await clientOf(member).follows.set.mutate({ nickname: other.nickname, following })
  },
  async block(_, member, other) {
    if (other.isDisabled || other.blocks.has(member.nickname)) return
    const { people: relations } = clientOf(member)
    if (!toggle(member.blocks, other.nickname))
      return await relations.unblock.mutate({ nickname: other.nickname })
    member.follows.delete(other.nickname)
    other.follows.delete(member.nickname)
    return await relations.block.mutate({ nickname: other.nickname })
  },
  async mute(_, member, other) {
    if (other.isDisabled || other.blocks.has(member.nickname) || member.blocks.has(other.nickname)) return
    const { people: relations } = clientOf(member)
    if (toggle(member.mutes, other.nickname))
      await relations.mute.mutate({ nickname: other.nickname, time: 'ever' })
    else await relations.unmute.mutate({ nickname: other.nickname })
  },
  async hide(_, member) {
    member.isPrivate = !member.isPrivate
    await clientOf(member).visibility.setPrivate.mutate({ isPrivate: member.isPrivate })
  },
  async suggestMe(_, member) {
    member.suggestMe = !member.suggestMe
    await clientOf(member).visibility.setSuggestions.mutate({ suggestMe: member.suggestMe })
  },
  async personalSuggestions(_, member) {
    member.personalSuggestions = !member.personalSuggestions
    const { personalSuggestions } = member
    await clientOf(member).visibility.setSuggestions.mutate({ personalSuggestions })
  },
  async disable(random, member) {
    if (random.below(3) > 0) return
    member.isDisabled = true
    await disableAccount(plak.server.deps, member.nickname)
  },
}

it.each([1, 2, 3])('after every act (seed %i)', async (seed) => {
  const { deps } = plak.server
  const random = makeRandom(seed)
  const { community, ids } = await makeCommunity(random)
  await refresh(plak)
  const active = () => [...community.values()].filter(({ isDisabled }) => !isDisabled)
  const read = async (member: Member) => {
    const viewer = { id: ids.get(member.nickname)! }
    const albums = await suggestAlbums(deps, viewer)
    return {
      people: await suggestPeople(deps, viewer),
      arriving: await suggestToNewcomer(deps, viewer),
      albums: albums.map(({ name, because }) => ({ name, because })),
    }
  }
  for (let turn = 0; turn < 40; turn++) {
    const name = random.pick(Object.keys(acts))
    const member = random.pick(active())
    const other = random.pick([...community.values()].filter((each) => each !== member))
    await acts[name]!(random, member, other)
    const about = `${turn}: ${name} by ${member.nickname} on ${other.nickname}`
    for (const reader of active()) {
      const shown = await read(reader)
      const people = naivePeople(community, reader, Infinity)
      const albums = naiveAlbums(community, reader, Infinity)
      expect(people, about).toEqual(expect.arrayContaining(shown.people))
      expect(
        albums.map((each) => each.name),
        about,
      ).toEqual(expect.arrayContaining(shown.albums.map((each) => each.name)))
      expect(shown.arriving, about).toEqual(naiveArriving(community, reader))
    }
    await refresh(plak)
    for (const reader of active()) {
      const { people, albums } = await read(reader)
      expect({ about, reader: reader.nickname, people, albums }).toEqual({
        about,
        reader: reader.nickname,
        people: naivePeople(community, reader),
        albums: naiveAlbums(community, reader),
      })
    }
  }
})
