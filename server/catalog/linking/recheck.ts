import type { MusicBrainz } from '../../clients/musicbrainz/client.ts'
import type { Release } from '../../clients/musicbrainz/releases.ts'
import type { Caller } from '../../clients/servicePace.ts'
import { change, type WriteDeps } from '../../core/change.ts'
import type { StoredTrack } from '../tracks.ts'
import { writeDeletion, writeMerge, writeRecheck, type GroupContents } from './outcome.ts'

type Run = { deps: WriteDeps; musicbrainz: MusicBrainz }

/** Requests the genres and the tracks of a release group. */
export async function readContents(
  musicbrainz: MusicBrainz,
  groupId: string,
  caller: Caller,
): Promise<GroupContents> {
  const official = await musicbrainz.releases({ groupId, isOfficial: true }, caller)
  // Some groups have only bootlegs.
  const answer = official?.releases.length
    ? official
    : await musicbrainz.releases({ groupId, isOfficial: false }, caller)
  const releases = answer?.releases ?? []
  return {
    genres: releases.find(({ group }) => group)?.group?.genres ?? [],
    tracks: tracksOf(usualRelease(releases)),
  }
}

const tracksOf = (release: Release | undefined): StoredTrack[] =>
  release?.media.flatMap(({ tracks }) =>
    tracks
      .filter(({ title }) => title)
      .map(({ title, length }) => (length === null ? title : [title, Math.round(length / 1000)])),
  ) ?? []

/** Returns the earliest release with the commonest number of tracks: the first can be a promotional excerpt. */
function usualRelease(releases: readonly Release[]): Release | undefined {
  const counts = releases.map((release) => tracksOf(release).length)
  const votes = counts.map((count) => (count === 0 ? 0 : counts.filter((each) => each === count).length))
  return releases[votes.indexOf(Math.max(...votes))]
}

/** Requests a group again, by up to 100 ids at a time; those that the answer lacks were merged or deleted. */
export async function recheckGroups(run: Run, groupIds: readonly string[], caller: Caller): Promise<void> {
  const { groups } = await run.musicbrainz.searchGroups({ ids: groupIds }, caller)
  const found = new Map(groups.map((group) => [group.id, group]))
  for (const groupId of groupIds) {
    const group = found.get(groupId)
    if (group) await change(run.deps, (write) => writeRecheck(write, { group, contents: null }))
    else await recheckGroup(run, groupId, caller)
  }
}

/** Requests a group by its id, with its contents. */
export async function recheckGroup(
  { deps, musicbrainz }: Run,
  groupId: string,
  caller: Caller,
): Promise<void> {
  const group = await musicbrainz.releaseGroup(groupId, caller)
  if (!group) return await change(deps, (write) => writeDeletion(write, groupId))
  const { tracks } = await readContents(musicbrainz, group.id, caller)
  await change(deps, async (write) => {
    if (group.id !== groupId) await writeMerge(write, { from: groupId, into: group.id })
    await writeRecheck(write, { group, contents: { genres: group.genres, tracks } })
  })
}
