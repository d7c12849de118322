import { randomUUID } from 'node:crypto'
import { test } from '@playwright/test'
import { albumKey } from '../../shared/albumKey.ts'
import type { AlbumRef } from '../../shared/catalog.ts'
import { databasePrefix } from '../support/database.ts'
import { testConnection } from '../support/testServer.ts'
import type { Someone } from './plak.ts'

export const kidA = { artist: 'Radiohead', album: 'Kid A' }
export const dummy = { artist: 'Portishead', album: 'Dummy' }
export const homogenic = { artist: 'Björk', album: 'Homogenic' }

type Made = { name: string; description?: string; albums?: (AlbumRef | number)[] }

export async function makeList(
  { call }: Someone,
  { name, description = '', albums = [kidA] }: Made,
): Promise<number> {
  return (await call.lists.create.mutate({ name, description, albums, submission: randomUUID() })).id
}

/** Creates this number of albums ('Planted 1', …) directly in the database; returns their ids. */
export async function plantAlbums(count: number): Promise<number[]> {
  const connection = await testConnection(`${databasePrefix(process.pid)}web${test.info().parallelIndex}`)
  try {
    const names = Array.from({ length: count }, (_, index) => `Planted ${index + 1}`)
    await connection.batch(
      'INSERT INTO Album (`key`, artist, name, updatedAt) VALUES (?, ?, ?, NOW())',
      names.map((name) => [albumKey({ artist: 'Gardener', album: name }), 'Gardener', name]),
    )
    const rows = await connection.query<{ id: number }[]>(
      `SELECT id FROM Album WHERE artist = 'Gardener' ORDER BY id`,
    )
    return rows.map(({ id }) => id)
  } finally {
    await connection.end()
  }
}
