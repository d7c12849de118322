import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { addAlbumInput } from '../../shared/albums.ts'
import type { AlbumCard, AlbumRef } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import { insertAlbum } from '../catalog/added.ts'
import { findAlbum, identityKey } from '../catalog/albums.ts'
import { catalogAlbum } from '../catalog/details.ts'
import { findGroup } from '../catalog/groupAlbums.ts'
import { change } from '../core/change.ts'
import type { Deps } from '../core/deps.ts'
import { limited, newAlbums } from '../core/limits.ts'
import type { SignedIn } from '../core/trpc.ts'
import type { Tx } from '../lib/db.ts'
import { conflict, DomainError, invalid } from '../lib/errors.ts'
import { takeUpload } from '../pictures/uploads.ts'
import { lockUser } from '../users/lock.ts'

type Input = z.output<typeof addAlbumInput>

/** how long the service is asked whether it knows an album, in milliseconds */
const PATIENCE = 3_000

/**
 * Adds an album that no service knows. Idempotent: the same submission returns the existing album.
 * @throws conflict on the field 'title' if the album exists; invalid on the field 'year' for another album of the same names
 * without a year, on the field 'title' if it is too long for the year behind it, and on the field 'cover'; tooMany
 */
export async function addAlbum(deps: Deps, viewer: SignedIn, input: Input): Promise<AlbumCard> {
  const earlier = await findSubmitted(deps.db, viewer, input.submission)
  if (earlier) return earlier
  const ref = await freeNames(deps, input)
  const { year, type, tracks, cover, submission } = input
  return await limited(deps, viewer, (spend) =>
    change(deps, async (write) => {
      const userId = await lockUser(write.tx, viewer.id)
      const submitted = await findSubmitted(write.tx, viewer, submission)
      if (submitted) return submitted
      await spend(newAlbums)
      const image = cover ? await takeUpload(write, viewer, cover) : null
      const facts = {
        ...(year && { releaseDate: String(year) }),
        ...(type && { type }),
        ...(tracks && tracks.length > 0 && { tracks }),
      }
      const { id: _, ...card } = await insertAlbum(write, {
        ref,
        addedById: userId,
        submission,
        image,
        facts,
      })
      return card
    }),
  )
}

const findSubmitted = (tx: Tx, { id }: { id: number }, submission: string): Promise<AlbumCard | null> =>
  tx.album.findUnique({
    where: { addedById_submission: { addedById: id, submission } },
    select: { artist: true, name: true, image: true, year: true },
  })

/** Returns the names of the new album; another album of existing names has its year behind the title. @throws conflict; invalid */
async function freeNames(
  deps: Deps,
  { artist, title, year, another }: Pick<Input, 'artist' | 'title' | 'year' | 'another'>,
): Promise<AlbumRef> {
  const ref = { artist, album: title }
  const existing = (await findAlbum(deps, ref)) ?? (await findAtService(deps, ref))
  if (!existing) return ref
  if (!another) throw conflict('albums.alreadyHere', 'title')
  if (!year) throw invalid('albums.anotherHint', 'year')
  if (existing.year === year) throw conflict('albums.alreadyHere', 'title')
  const addition = ` (${year})`
  const count = limits.catalogName - addition.length
  if (title.length > count) throw new DomainError('invalid', { id: 'tooLong', count, field: 'title' })
  const named = { artist, album: title + addition }
  // A look-up without a key would create the row of an album that MusicBrainz does not tell from the other one.
  const known =
    (await findAlbum(deps, named)) ??
    (deps.catalogue.isOwn ? await findGroup(deps.db, named) : await findAtService(deps, named))
  // A service can correct the name to that of the other album.
  if (known && identityKey({ artist: known.artist, album: known.name }) === identityKey(named))
    throw conflict('albums.alreadyHere', 'title')
  return named
}

/** Null if the service does not know the album, or does not answer in time. */
async function findAtService(deps: Deps, ref: AlbumRef): Promise<AlbumCard | null> {
  const patience = new AbortController()
  const found = catalogAlbum(deps, ref, PATIENCE).catch((error: unknown) => {
    if (error instanceof DomainError) return null
    throw error
  })
  try {
    return await Promise.race([found, sleep(PATIENCE, null, { signal: patience.signal })])
  } finally {
    patience.abort()
    // It can still fail, after nobody waits for it.
    found.catch(() => undefined)
  }
}
