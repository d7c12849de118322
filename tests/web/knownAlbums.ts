import { identityKey } from '../../server/catalog/albums.ts'
import { writeFacts, type Facts } from '../../server/catalog/facts.ts'
import { change, type WriteDeps } from '../../server/core/change.ts'
import { makeDb } from '../../server/lib/db.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { databasePrefix } from '../support/database.ts'
import { testDatabaseUrl } from '../support/testServer.ts'

type Known = AlbumRef & Partial<Omit<Facts, 'genres'>> & { genres?: string[]; groupId?: string }

/** Writes what the rows of the product know of albums, as another of its processes does. */
export async function writeKnown(parallelIndex: number, albums: readonly Known[]): Promise<void> {
  const db = makeDb(testDatabaseUrl(`${databasePrefix(process.pid)}web${parallelIndex}`))
  // The product numbers the events of other processes by itself, within a second.
  const bus = { wake() {} } as WriteDeps['bus']
  try {
    for (const { artist, album: name, genres = [], groupId, ...facts } of albums) {
      const key = identityKey({ artist, album: name })
      const { id: albumId } = await db.album.upsert({
        where: { key },
        create: { key, artist, name },
        update: {},
      })
      if (groupId) await db.albumLink.create({ data: { albumId, groupId, state: 'linked' } })
      const votes = genres.map((genre, index) => ({ name: genre, votes: genres.length - index }))
      await change({ db, bus, now: () => new Date(), mailer: null }, (write) =>
        writeFacts(write, { albumId, by: 'service', ...facts, genres: votes }),
      )
    }
  } finally {
    await db.$disconnect()
  }
}
