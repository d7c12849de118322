import { describe, expect, it } from 'vitest'
import * as files from './files.ts'
import { meant, read } from './reading.ts'

// Files that are damaged or in an unusual format, and what can still be read.

const albums = async (bytes: string | Uint8Array) =>
  (await read(bytes)).drafts.map((draft) => draft.problem ?? meant(draft).album)
const refusal = async (bytes: string | Uint8Array) =>
  await read(bytes).then(
    () => 'read',
    (error: { id?: string; message: string }) => error.id ?? error.message,
  )

describe('quotes that are wrong', () => {
  it('inside of a cell are read as they are meant', async () => {
    expect(await albums(await files.theCase('damage-quotes-inside.csv'))).toEqual([
      'Kate Bush - Hounds of Love',
      'The Band - The "real" thing',
      'Björk - Homogenic',
    ])
  })

  it('never closed cost no other row', async () => {
    const { drafts } = await read(await files.theCase('damage-quote-not-closed.csv'))
    expect(drafts.map(({ named, content }) => [named!.album, content!.review])).toEqual([
      ['Hounds of Love', 'good'],
      ['Homogenic', 'here it stops'],
      ['Disintegration', 'rain'],
      ['Ramones', 'short'],
      ['Vespertine', 'snow'],
    ])
  })

  const around = (row: string) =>
    `Artist,Album,Rating,Review\nKate Bush,Hounds of Love,8,good\n${row}\nBjörk,Vespertine,8,"snow, much"\n`
  it.each([
    ['an inch mark', `Royce Da 5'9",Death Is Certain,7,12" single`, `Royce Da 5'9" - Death Is Certain`],
    ['one that opens the artist', '"Ramones,Ramones,6,short', 'Ramones - Ramones'],
    ['one that opens the album', 'Ramones,"Ramones,6,short', 'Ramones - Ramones'],
    ['one that opens a text with commas', 'Ramones,Ramones,6,"short, and loud', 'Ramones - Ramones'],
    [
      'one in front of quoted rows',
      'Ramones,Ramones,6,"short\n"The Cure","Disintegration","9","rain"',
      'Ramones - Ramones',
    ],
    ['an open name with a comma', '"Earth, Wind & Fire,Gratitude,6,warm', 'badRow'],
    ['a speech with a comma behind it', 'Ramones,Ramones,6,"He said "no", and left"', 'badRow'],
    [
      'a text of several lines',
      'Ramones,Ramones,6,"one, two\n\n""three"", four,\nfive, six, seven, eight"',
      'Ramones - Ramones',
    ],
    [
      'bare ones on several lines',
      'Ramones,Ramones,6,"one\n"Blitzkrieg" is two\nthree"',
      'Ramones - Ramones',
    ],
    ['spaces around them', '"Ramones" ,  "Ramones" ,6,  "short, ""loud"""', 'Ramones - Ramones'],
  ])('%s', async (_, row, expected) => {
    for (const text of [around(row), around(row).replaceAll('\n', '\r\n')]) {
      const found = await albums(text)
      expect([found[0], found[1], found.at(-1)]).toEqual([
        'Kate Bush - Hounds of Love',
        expected,
        'Björk - Vespertine',
      ])
    }
  })

  it('in a table of several pieces, each row on its own', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) =>
      row % 100 === 7 ? `Band ${row},Album ${row},"open` : `Band ${row},"Album ""${row}""","a\nb"`,
    )
    const found = await albums(['Artist,Album,Review', ...rows].join('\n'))
    expect(found).toHaveLength(20_000)
    expect(found.filter((each) => !/^Band (\d+) - Album "?\1"?$/.test(each!))).toEqual([])
  })
})

describe('first lines', async () => {
  const rows = 'Artist;Album;Rating\nKate Bush;Hounds of Love;8\nBjörk;Homogenic;9\n'
  it.each([
    ['blank', await files.theCase('first-line-blank.csv')],
    ['two blank ones', `\r\n  \r\n${rows.replaceAll('\n', '\r\n')}`],
    ['only separators', `;;\n${rows}`],
    ['the separator, behind a mark', `\uFEFFsep=;\r\n${rows}`],
    ['a title', `My albums\n\n${rows}`],
    ['a title of a spreadsheet', `"My albums, 2024";;\n${rows}`],
    ['blank with commas', `\n${rows.replaceAll(';', ',')}`],
    ['blank with tabs', `\n\n${rows.replaceAll(';', '\t')}`],
    ['blank with bars', `\n${rows.replaceAll(';', '|')}`],
    ['ends of lines of old Macs', rows.replaceAll('\n', '\r')],
  ])('%s', async (_, bytes) => {
    const { drafts } = await read(bytes)
    expect(drafts.map(({ named, rating }) => [named!.album, rating])).toEqual([
      ['Hounds of Love', 8],
      ['Homogenic', 9],
    ])
  })
})

describe('zips', () => {
  it('of a Mac are read without what the Mac adds', async () => {
    const { format, drafts } = await read(await files.theCase('zip-made-on-a-mac.zip'))
    expect([format, drafts.length]).toEqual(['albumOfTheYear', 2])
  })

  it('with a manual, pictures and rubbish are read by their table', async () => {
    const zip = await files.zipped({
      'export/README.txt': 'Hello, and thanks\nfor, all\n',
      'export/.DS_Store': Buffer.alloc(100),
      '__MACOSX/export/._ratings.csv': Buffer.from('Mac OS X, and more\n'),
      'export/cover.png': Buffer.from('\x89PNG'),
      'export/ratings.csv': 'Artist,Album\nBjörk,Post\n',
      'export/settings.json': '{"theme":"dark"}',
    })
    expect(await albums(zip)).toEqual(['Björk - Post'])
  })

  it('of several lists in JSON are one import', async () => {
    const zip = await files.zipped({
      'a.json': files.musicboard,
      'b.json': files.musicboard.replace('Kid A', 'Amnesiac'),
    })
    expect(await albums(zip)).toEqual(
      ['Kid A', 'In Rainbows', 'Amnesiac', 'In Rainbows'].map((name) => `Radiohead - ${name}`),
    )
  })

  it('of several tables are one import', async () => {
    const same = await read(
      await files.zipped({
        '2023.csv': 'Artist,Album,Rating\nBjörk,Post,8\n',
        '2024.csv': 'Artist,Album,Rating\nBjörk,Homogenic,9\n',
      }),
    )
    expect(same.drafts.map(meant).map(({ album, rating }) => [album, rating])).toEqual([
      ['Björk - Post', 8],
      ['Björk - Homogenic', 9],
    ])
    expect(same.header).toEqual(['Artist', 'Album', 'Rating'])
    const different = await read(
      await files.zipped({
        'a.csv': files.albumOfTheYear,
        'b.txt': files.rateYourMusicNew,
        'notes.csv': 'When,What\n2024,nothing\n',
      }),
    )
    expect(different.drafts.map((draft) => draft.named!.album)).toEqual([
      'BRAT',
      'CHROMAKOPIA',
      'Homogenic',
      'ラブ・トリップ',
    ])
    for (const { cells } of different.drafts) expect(cells).toHaveLength(different.header.length)
  })
})

describe('a refusal says what the file is', async () => {
  const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(600, 1)])
  it.each([
    ['fileEmpty', ''],
    ['fileEmpty', ' \r\n\n'],
    ['files.document', bytes('%PDF-1.7\n')],
    ['files.picture', bytes('\x89PNG\r\n\x1a\n')],
    ['files.picture', bytes('\xff\xd8\xff\xe0')],
    ['files.excel', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
    ['files.archive', bytes('\x1f\x8b\b')],
    ['files.archive', bytes('Rar!\x1a\x07')],
    ['files.archive', bytes('7z\xbc\xaf\x27\x1c')],
    ['files.database', bytes('SQLite format 3\0')],
    ['files.media', bytes('ID3\x04')],
    ['files.webPage', '\n<!DOCTYPE html>\n<html><body>Sign in</body></html>'],
    ['files.webPage', '<html lang="en"><head><title>Artist,Album</title></head></html>'],
    ['files.xml', '<?xml version="1.0"?><plist><dict/></plist>'],
    ['noAlbums', await files.theCase('sentence-podcasts-alone.json')],
  ])('%s', async (id, file) => {
    expect(await refusal(file)).toBe(`imports.${id}`)
  })

  it.each([
    ['files.excel', { '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }],
    ['files.excel', { 'my albums.xlsx': 'PK' }],
    [
      'files.spreadsheet',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' },
    ],
    ['files.numbers', { 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }],
    ['files.document', { 'word/document.xml': '<x/>' }],
    ['files.document', { 'letter.pdf': '%PDF' }],
    ['files.pictures', { 'a.jpg': 'x', 'b/c.png': 'x', '__MACOSX/._a.csv': 'x' }],
    ['files.zipInZip', { 'Apple Media Services.zip': 'PK' }],
    ['files.zipOfOthers', { 'a.bin': 'x' }],
    ['files.zipOfOthers', {}],
  ])('%s: a zip of %j', async (id, entries) => {
    expect(await refusal(await files.zipped(entries))).toBe(`imports.${id}`)
  })

  it('a zip with a password', async () => {
    const zip = await files.zipped({ 'a.csv': 'Artist,Album\nBjörk,Post\n' })
    // The flag of an encrypted file, in its own header and in the directory.
    zip[6]! |= 1
    zip[zip.indexOf('PK\x01\x02', 0, 'latin1') + 8]! |= 1
    expect(await refusal(zip)).toBe('imports.files.locked')
  })
})
