import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

// Checks the rules of docs/turkish.md that a program can check.

const folder = resolve(import.meta.dirname, '../../shared/texts')
const NAME = 'Zzz'
const NUMBER = 12_345

type Literal = { properties: { key: { name?: string; value?: string }; value: Value }[] }
type Value = Literal & { type: string; params: { typeAnnotation: { typeAnnotation: { type: string } } }[] }

/**
 * Yields the arguments with which to call each text of an object, by its
 * path: a number or a name, depending on the types of its parameters.
 */
function* parametersOf({ properties }: Literal, path: string): Generator<[string, (number | string)[]]> {
  for (const { key, value } of properties) {
    const name = `${path}.${key.name ?? key.value}`
    if (value.type === 'ObjectExpression') yield* parametersOf(value, name)
    if (value.type === 'ArrowFunctionExpression')
      yield [
        name,
        value.params.map(({ typeAnnotation: { typeAnnotation } }) =>
          typeAnnotation.type === 'TSNumberKeyword' ? NUMBER : NAME,
        ),
      ]
  }
}

/**
 * Yields the same for the objects that a file of the default catalogue
 * exports, because only that one declares the types of the parameters.
 */
function* exportedBy(file: string): Generator<[string, (number | string)[]]> {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  for (const { type, declaration } of program.body as unknown as {
    type: string
    declaration: { declarations?: { id: { name: string }; init: Literal }[] }
  }[])
    if (type === 'ExportNamedDeclaration')
      for (const { id, init } of declaration.declarations ?? []) yield* parametersOf(init, id.name)
}

function* textsIn(
  value: unknown,
  path: string,
  parameters: Map<string, unknown[]>,
): Generator<[string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function') yield [path, String(value(...(parameters.get(path) ?? [NUMBER])))]
  else
    for (const [key, inner] of Object.entries(value as object))
      yield* textsIn(inner, `${path}.${key}`, parameters)
}

/** Returns all texts of the Turkish or the default catalogue by their paths, with names and numbers inserted. */
async function catalogue(language: 'turkish' | 'default'): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const file of readdirSync(join(folder, language))) {
    const noun = basename(file, '.ts')
    const parameters = new Map(exportedBy(join(folder, 'default', file)))
    const exported = (await import(join(folder, language, file))) as Record<string, unknown>
    for (const [path, text] of textsIn(exported[noun], noun, parameters)) found.set(path, text)
  }
  return found
}

const texts = await catalogue('turkish')
const defaultTexts = await catalogue('default')

const textsWith = (mark: RegExp, all = texts) =>
  [...all].filter(([, text]) => mark.test(text)).map(([path, text]) => `${path}: ${text}`)

it('reads all of the catalogue, with names and numbers put in', () => {
  expect(texts.size).toBeGreaterThan(1_000)
  expect(texts.get('mail.notifications.text')).toContain(NAME)
  expect(texts.get('catalog.albumCount')).toBe('12.345 albüm')
})

it('writes ’ and “ ”', () => expect(textsWith(/['"‘]/)).toEqual([]))

it('puts no suffix after a name or a number', () => {
  // The suffixes of a decade and a year are chosen by how they end.
  expect(textsWith(/(Zzz|12\.?345)”?’?\p{L}/u)).toEqual([
    'catalog.decadeOf: 12345’ler',
    'stats.nothingYet: 12345’te henüz kayıt yok',
  ])
})

// The specification has 'Ara...'; the placeholder next to it uses the same style.
it('writes … for dots, except in the boxes of the search', () => {
  expect([...texts].filter(([, text]) => text.includes('...')).map(([path]) => path)).toEqual([
    'layout.search',
    'layout.searchShort',
  ])
})

/** Texts whose numbers stay below 1,000, those of a decade or a year, and the one with the id of a deleted account, which is a name. */
const small = new Set([
  'catalog.decadeOf',
  'catalog.usersFrom',
  'favorites.chooseTop',
  'moderation.deletedAccount',
  'pictures.uploading',
  'spotify.asksToWait',
  'stats.nothingYet',
  'stats.titleOfYear',
  'stats.yearInAlbums',
  'tags.tooLong',
  'tags.tooMany',
  'ui.daysAgo',
  'ui.hoursAgo',
  'ui.minutesAgo',
  'ui.percent',
  'ui.stars',
  'users.link',
  'users.removeLink',
])

it('groups the digits of every number that can pass 999', () => {
  const ungrouped = (all: Map<string, string>) =>
    textsWith(/\d{4}/, all).filter((found) => !small.has(found.split(':')[0]!))
  expect(ungrouped(texts)).toEqual([
    'albums.releaseDateHint: Yıl, ay ya da gün: 1997, 1997-05 ya da 1997-05-21',
    'albums.yearOut: 1860 ile 12345 arasında bir yıl yaz',
    'albums.dateOut: 1997, 1997-05 ya da 1997-05-21 gibi bir tarih yaz',
    'logs.dateInvalid: 2026-11-20 gibi bir tarih yaz',
    'logs.datePast: Tarih 1900’den önce olamaz',
  ])
  expect(ungrouped(defaultTexts)).toEqual([
    'albums.releaseDateHint: A year, a month or a day: 1997, 1997-05 or 1997-05-21',
    'albums.yearOut: Please enter a year from 1860 to 12345',
    'albums.dateOut: Please enter a date like 1997, 1997-05 or 1997-05-21',
    'logs.dateInvalid: Enter a date like 2026-11-20',
    'logs.datePast: The date cannot be before 1900',
  ])
})

it.each([
  ['all', /bütün/, 'tüm'],
  ['right now', /şu an(?!da)/, 'şu anda'],
  ['an export', /dışa aktarım/, 'dışa aktarılan dosya'],
  ['left out', /dışarıda bırak/, 'atlandı'],
  ['the operator', /işletmeci/, 'site yöneticisi'],
  ['the audit trail', /denetim izi/, 'denetim kaydı'],
  ['an access token', /erişim anahtar/, 'erişim belirteci'],
  ['a password', /parola|şifre seç/, 'şifre, şifre belirle'],
  ['a picture', /fotoğraf/, 'resim'],
  ['a track', /parça/, 'şarkı'],
  ['a type of release', /biçim/, 'yayın türü'],
  ['a decade', /on ?yıl/, 'dönem'],
  ['popular', /öne çıkan/, 'popüler'],
  ['the feed', /hareket/, 'akış'],
  ['the top four', /ilk dört/, 'favori dörtlü'],
  ['plays', /(?<!son )çalınanlar/, 'dinleme geçmişi'],
  ['creating an account', /hesap oluştur|hesabı oluştur/, 'hesap aç'],
  ['skipping', /^geç$/, 'atla'],
  [
    'what a confirmation says',
    /(silin|kaybol|kal|değiş|birleştiril|kabul edil)(ecek|acak)(?!ler)/,
    'silinir',
  ],
] as const)('has one word for %s', (_, other, word) => {
  const found = [...texts].filter(([, text]) => other.test(text.toLocaleLowerCase('tr')))
  expect(found, `say '${word}'`).toEqual([])
})
