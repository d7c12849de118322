import { describe, expect, test } from 'vitest'
import { pictureIn } from '../../server/clients/spotify/picture.ts'

describe('which hit is taken', () => {
  const hit = (
    name: unknown,
    images: unknown = [{ url: `https://i.test/${String(name)}.jpg`, height: 640, width: 640 }],
  ) => ({
    id: '1',
    name,
    images,
    type: 'artist',
  })
  const pick = (items: unknown, artist: string) => pictureIn({ artists: { items, total: 2 } }, artist)

  test('S25 the exact name in another case at rank 2, the first one having no picture', () => {
    expect(pick([hit('İzler Band', []), hit('IZLER')], 'Izler')).toBe('https://i.test/IZLER.jpg')
  })
  test('the exact name before the first, the first where none is exact', () => {
    expect(pick([hit('Kate Bush Tribute'), hit('KATE BUSH')], 'Kate Bush')).toBe(
      'https://i.test/KATE BUSH.jpg',
    )
    expect(pick([hit('First'), hit('Second')], 'Third')).toBe('https://i.test/First.jpg')
    expect(pick([hit('Other'), hit('Bjo\u0308rk')], 'BJÖRK')).toMatch(/rk\.jpg$/)
  })
  test('a namesake without a picture does not give way to somebody else', () => {
    expect(pick([hit('Other'), hit('Nova', [])], 'Nova')).toBeNull()
    expect(pick([hit('Nova', []), hit('NOVA')], 'Nova')).toBe('https://i.test/NOVA.jpg')
  })
  test('the smallest that is wide enough; without widths the first', () => {
    const sized = (...widths: (number | null)[]) =>
      widths.map((width) => ({ url: `https://i.test/${width}`, width, height: width }))
    expect(pick([hit('A', sized(640, 320, 160))], 'A')).toBe('https://i.test/320')
    expect(pick([hit('A', sized(160, 64))], 'A')).toBe('https://i.test/160')
    expect(pick([hit('A', sized(null, null))], 'A')).toBe('https://i.test/null')
  })
  test('nulls and nonsense are skipped; a missing list is not an answer', () => {
    expect(
      pick([null, 7, hit(null), hit('A', null), hit('A', [null, { url: 'javascript:x' }])], 'A'),
    ).toBeNull()
    expect(pick('none', 'A')).toBeNull()
    for (const body of [null, {}, { artists: null }, []])
      expect(() => pictureIn(body, 'A')).toThrow('without artists')
  })
})
