import {
  exportedSections,
  exportFormat,
  exportVersion,
  pictureFile,
  type ExportedSection,
} from '../../../shared/exportFile.ts'
import { isUploadedAvatar } from '../../../shared/pictures.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { exportedModels } from '../personalData.ts'
import { addedAlbums } from './albums.ts'
import { pagesOf, type ExportedRow, type Source } from './rows.ts'
import { sections } from './sections.ts'

const elsewhere = new Set<Prisma.ModelName>([
  'User',
  'Log',
  'Favorite',
  'List',
  'ListAlbum',
  'ListenLater',
  'TopAlbum',
  'Follow',
])

export const readingName = (model: string): string => `${model[0]!.toLowerCase()}${model.slice(1)}s`

/** Models that are exported only for reading; imports ignore them. */
export const readingModels = exportedModels.filter((model) => !elsewhere.has(model))

export async function* exportJson(source: Source, now: Date): AsyncGenerator<string> {
  yield `{\n"format": ${json(exportFormat)},\n"version": ${exportVersion},\n"exportedAt": ${json(now)}`
  for await (const [account] of pagesOf(source, 'User')) {
    const isUploaded = isUploadedAvatar(account!.avatar as string | null)
    yield `,\n"account": ${json({ ...account, ...(isUploaded && { picture: pictureFile }) })}`
  }
  yield* array('albums', lines(addedAlbums(source)))
  for (const section of Object.keys(exportedSections) as ExportedSection[])
    yield* array(section, lines(sections[section](source)))
  yield `,\n"forReading": {`
  let separator = ''
  for (const model of readingModels) {
    yield* array(readingName(model), lines(pagesOf(source, model)), separator)
    separator = ','
  }
  yield '\n}\n}\n'
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

async function* lines(pages: AsyncGenerator<ExportedRow[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(json).join(',\n')
}

async function* array(name: string, pieces: AsyncGenerator<string>, separator = ','): AsyncGenerator<string> {
  yield `${separator}\n${json(name)}: [`
  let prefix = '\n'
  for await (const piece of pieces) {
    yield prefix + piece
    prefix = ',\n'
  }
  yield '\n]'
}
