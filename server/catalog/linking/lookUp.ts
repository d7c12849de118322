import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Caller } from '../../clients/servicePace.ts'
import { foldedName } from '../foldedName.ts'
import type { Group } from '../groups.ts'
import { artistStepOf, decide, steps, type Decision, type Names } from './ladder.ts'
import { readingsOf } from './titles.ts'

export type LookUpClient = Pick<
  MusicBrainz,
  'searchGroups' | 'searchArtists' | 'releaseGroup' | 'discography'
>

/** Groups whose aliases are requested: a search finds groups by their aliases, but does not send them. */
const MOST_DETAILS = 4
/** Artists of one name whose discographies are read, and pages of each. */
const [MOST_ARTISTS, MOST_PAGES] = [2, 3]

/**
 * Asks the service which release group an album is, one request after the other until the answer is certain enough: one request
 * for exact names, about five for an album that the service does not know.
 * @throws unavailable
 */
export async function lookUpGroup(client: LookUpClient, names: Names, caller: Caller): Promise<Decision> {
  const { artist, album } = names
  const title = readingsOf(album).findLast(({ hint }) => hint === null)?.title ?? album
  const found = makeFound(client, caller)
  const requests: [request: () => Promise<void>, last: number][] = [
    [() => found.search({ artist, title: album }), steps.folded],
    [() => found.readAliases(artist), steps.folded],
    ...(title === album
      ? []
      : [[() => found.search({ artist, title }), steps.credited] as [() => Promise<void>, number]]),
    [() => found.search({ text: `${artist} ${title}` }), steps.credited],
    [() => found.readDiscographies(artist), steps.similar],
  ]
  for (const [request, last] of requests) {
    await request()
    const decision = decide(names, found.groups())
    if (decision.state !== 'none' && decision.step <= last) return decision
  }
  return decide(names, found.groups())
}

/** Collects the groups of several requests. */
function makeFound(client: LookUpClient, caller: Caller) {
  const groups = new Map<string, Group>()

  return {
    groups: () => [...groups.values()],

    async search(search: { artist: string; title: string } | { text: string }): Promise<void> {
      const answer = await client.searchGroups(search, caller)
      for (const group of answer.groups) if (!groups.has(group.id)) groups.set(group.id, group)
    },

    /** Requests the aliases of the artist's groups, best results first. */
    async readAliases(artist: string): Promise<void> {
      const ofArtist = [...groups.values()].filter((group) => artistStepOf(artist, group) !== null)
      for (const { id, artists, editions } of ofArtist.slice(0, MOST_DETAILS)) {
        const details = await client.releaseGroup(id, caller)
        groups.delete(id)
        // A lookup has at most 25 editions, and not the aliases of artists.
        if (details) groups.set(details.id, { ...details, artists, editions })
      }
    },

    /** Requests the groups of artists with this name or alias: no search finds 'Kino' with a title in another script. */
    async readDiscographies(artist: string): Promise<void> {
      const { artists } = await client.searchArtists({ text: artist }, caller)
      const folded = foldedName(artist)
      const namesakes = artists.filter(({ name, aliases }) =>
        [name, ...aliases.map((alias) => alias.name)].some((each) => foldedName(each) === folded),
      )
      for (const { id, aliases } of namesakes.slice(0, MOST_ARTISTS)) {
        let pages = 0
        for await (const page of client.discography(id, caller)) {
          for (const group of page) {
            const known = groups.get(group.id)
            const credited = group.artists.map((each) => (each.id === id ? { ...each, aliases } : each))
            groups.set(group.id, { ...group, artists: credited, editions: known?.editions ?? [] })
          }
          if (++pages === MOST_PAGES) break
        }
      }
    },
  }
}
