import { expect, test } from 'vitest'
import { pictureTags } from '../../server/http/web/pictures.ts'

const sleeve = (name: string, image: string | null) => ({ artist: 'Portishead', name, image })
/** Returns the preload tags of a page with these query results. */
const tagsOf = (...answers: [noun: string, query: string, data: unknown][]): string[] =>
  pictureTags({
    queries: answers.map(([noun, query, data]) => ({ queryKey: [[noun, query], {}], data })),
  }).map(String)

test('a page has the sleeves with which it begins on their way, in the sizes that it will ask for', () => {
  const own = 'https://pictures.example/dummy.jpg?a&b'
  const [hero, ...none] = tagsOf(
    ['catalog', 'album', sleeve('Dummy', 'https://lastfm.example/i/u/300x300/d.jpg')],
    ['logs', 'stats', { count: 0 }],
  )
  expect(none).toEqual([])
  expect(hero).toContain('imagesrcset="https://lastfm.example/i/u/64s/d.jpg 64w, ')
  expect(hero).toContain('imagesizes="352px"')
  expect(hero).toContain('referrerpolicy="no-referrer"')
  const items = [sleeve('Dummy', own), sleeve('Third', null), sleeve('Portishead', own)]
  expect(tagsOf(['lists', 'albums', { pages: [{ items, next: null }] }])).toEqual([
    expect.stringContaining('href="https://pictures.example/dummy.jpg?a&amp;b"'),
  ])
})
