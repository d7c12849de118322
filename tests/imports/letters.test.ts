import { describe, expect, it } from 'vitest'
import * as files from './files.ts'
import { meant, read } from './reading.ts'

// The encoding of a file is detected from all of its bytes.

const albums = async (bytes: string | Uint8Array) =>
  (await read(bytes)).drafts.map((draft) => meant(draft).album)

/** Encodes a text in a single-byte code page; TextEncoder only supports UTF-8. */
function inCodePage(text: string, encoding: string): Buffer {
  const bytes = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++)
    bytes.set(new TextDecoder(encoding).decode(new Uint8Array([byte])), byte)
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter)!))
}

describe('letters', () => {
  it('one wrong byte is one wrong letter', async () => {
    expect(await albums(await files.theCase('letters-one-wrong-byte.csv'))).toEqual([
      'Björk - Homogenic',
      'Barış Manço - 2023',
      'Caf\uFFFD Corner - Nothing Known',
    ])
  })

  it('are judged by the whole file', async () => {
    const { asks, drafts } = await read(await files.theCase('letters-first-accent-late.csv'))
    expect(asks.encoding).toBe('windows-1252')
    expect(meant(drafts.at(-1)!).album).toBe('Björk - Homogenic')
  })

  const many = 'Artist,Album\n' + 'Kate Bush,Hounds of Love\n'.repeat(11_000)
  it.each([
    ['windows-1254', 'Barış Manço,Yeni Bir Gün'],
    ['windows-1254', 'ŞEBNEM FERAH,CAN KIRIKLARI'],
    ['windows-1254', 'Kardeş Türküler,Hardasan'],
    ['windows-1251', 'Кино,Группа крови'],
    ['windows-1251', 'Океан Ельзи,Янанебібув'],
    ['windows-1251', 'Щурците,Конникът'],
    ['windows-1252', 'Françoise Hardy,La question'],
    ['windows-1252', 'Einstürzende Neubauten,Haus der Lüge'],
    ['windows-1252', 'Sigur Rós,Ágætis byrjun'],
  ])('%s is told by %s', async (encoding, row) => {
    const { asks, drafts } = await read(inCodePage(`Artist,Album\n${row}\n`, encoding))
    expect(asks.encoding).toBe(encoding)
    const [artist, album] = row.split(',')
    expect(drafts[0]!.named).toEqual({ artist, album })
  })

  it.each([
    ['windows-1254', 'Barış Manço,Yeni Bir Gün'],
    ['windows-1251', 'Кино,Ночь'],
  ])('%s is told by one row at the end of a long file: %s', async (encoding, row) => {
    const { asks, drafts } = await read(inCodePage(`${many}${row}\n`, encoding))
    expect(asks.encoding).toBe(encoding)
    expect(drafts.at(-1)!.named!.artist).toBe(row.split(',')[0])
  })

  it('UTF-8 stays UTF-8, with its first accent late and a wrong byte among many', async () => {
    const text = Buffer.from(`${many}Björk,Homogenic\nBarış Manço,2023\n`)
    const { asks, drafts } = await read(Buffer.concat([text, Buffer.from([0xe9, 0x2c, 0x61, 0x0a])]))
    expect(asks.encoding).toBe('utf-8')
    expect(drafts.at(-2)!.named).toEqual({ artist: 'Barış Manço', album: '2023' })
  })

  it.each(['Artist,Album\nBjörk,Post\n', 'Исполнитель;Artist;Album\nда;Кино;Группа крови\n'])(
    'UTF-16 is told with and without its mark: %j',
    async (text) => {
      const expected = await albums(text)
      for (const mark of ['\uFEFF', '']) {
        const little = Buffer.from(mark + text, 'utf16le')
        expect(await albums(little)).toEqual(expected)
        expect(await albums(Buffer.from(little).swap16())).toEqual(expected)
      }
    },
  )

  it('of a table in a zip are told as well', async () => {
    const zip = await files.zipped({ 'a.csv': inCodePage(`${many}Кино,Группа крови\n`, 'windows-1251') })
    expect((await albums(zip)).at(-1)).toBe('Кино - Группа крови')
  })
})
