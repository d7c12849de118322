import Papa from 'papaparse'
import { expect } from 'vitest'
import { exportedSections, type ExportedSection } from '../../shared/exportFile.ts'
import type { Person } from '../harness/client.ts'
import { downloadData } from '../support/download.ts'
import type { Diary } from './randomDiary.ts'
import { bring, preview } from './world.ts'

export async function restOf(url: string, person: Person, id: number): Promise<string> {
  const answer = await fetch(`${url}/account/import/${id}/rest.csv`, {
    headers: { cookie: person.cookies.header() },
  })
  expect(answer.status).toBe(200)
  return await answer.text()
}

/** Imports a file with all rows that are ready. */
export async function importAll(url: string, person: Person, file: string | Uint8Array) {
  const { id } = await preview(url, person, file)
  return await bring(person, id)
}

// Fields that an import does not take over: the source and the times.
const made = new Set(['createdAt', 'updatedAt', 'reviewedAt', 'addedAt', 'source', 'clonedFrom'])
type Sections = Record<ExportedSection, unknown[]>

/** Returns the sections that an import reads; hearts and listenings of one day have no order. */
export function sectionsOf(data: Sections): Sections {
  const held = Object.fromEntries(Object.keys(exportedSections).map((name) => [name, data[name as 'lists']]))
  const { listenings, hearts, ...rest } = JSON.parse(
    JSON.stringify(held, (name, value: unknown) => (made.has(name) ? undefined : value)),
  ) as Sections
  const inNoOrder = (rows: unknown[]) => rows.map((each) => JSON.stringify(each, sortedKeys)).toSorted()
  return { listenings: inNoOrder(listenings), hearts: inNoOrder(hearts), ...rest }
}
const sortedKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)))
    : value

/** Returns a user's own data in these sections. */
export async function sectionsHeld(url: string, person: Person): Promise<Sections> {
  return sectionsOf((await downloadData(url, person.cookies.header())).data)
}

type Album = { artist: string; name: string }

/** Replaces the names in a diary by unknown ones; also returns a function that restores them in a text. */
export function withUnknownNames(diary: Diary) {
  const albums: Album[] = []
  const renamed = (album: Album): Album => {
    const known = albums.findIndex(({ artist, name }) => artist === album.artist && name === album.name)
    const number = known < 0 ? albums.push(album) - 1 : known
    const code = `Qzx${String(number).padStart(3, '0')}`
    return { artist: `${code} A`, name: `${code} N` }
  }
  const rows = <Row extends { album: Album }>(all: Row[]) =>
    all.map((row) => ({ ...row, album: renamed(row.album) }))
  const unknown = {
    ...diary,
    listenings: rows(diary.listenings),
    hearts: rows(diary.hearts),
    lists: diary.lists.map((list) => ({ ...list, albums: rows(list.albums) })),
    listenLater: rows(diary.listenLater),
    topFour: rows(diary.topFour),
  }
  const corrected = (text: string) =>
    text.replaceAll(/Qzx(\d{3}) A,Qzx\d{3} N,/g, (_, number: string) => {
      const { artist, name } = albums[Number(number)]!
      return `"${artist.replaceAll('"', '""')}","${name.replaceAll('"', '""')}",`
    })
  return { unknown, corrected }
}

/** Saves a table like a spreadsheet in a locale with decimal commas. */
export function resaved(text: string): string {
  const [header, ...lines] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data
  const day = header!.indexOf('Date')
  const rows = lines.map((cells) =>
    cells.map((cell, index) => (index === day ? cell.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : cell)),
  )
  const written = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  return [header!, ...rows].map((cells) => cells.map(written).join(';')).join('\r\n')
}
