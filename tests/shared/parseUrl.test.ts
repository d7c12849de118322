import { expect, it } from 'vitest'
import { parseUrl } from '../../shared/parseUrl.ts'
import { webUrl } from '../../shared/users.ts'
import { filesIn, read } from '../house/source.ts'

it('addresses with letters outside ASCII are accepted, also after many calls', () => {
  const refused = Array.from({ length: 100_000 }, (_, index) =>
    webUrl(index % 2 === 0 ? 'https://müzik.example' : 'https://letterboxd.com/plak'),
  ).filter((url) => url === null)
  expect(refused).toEqual([])
  expect(parseUrl('müzik')).toBeNull()
  expect(parseUrl('/ç', 'https://müzik.example')?.href).toBe('https://xn--mzik-0ra.example/%C3%A7')
})

// The service worker never runs in Node, and has no imports.
it('nothing that runs in Node calls URL.canParse', () => {
  const callers = ['server', 'shared', 'web', 'demo', 'tests/harness'].flatMap((folder) =>
    filesIn(folder).filter((file) => file !== 'web/offline/worker.ts' && /URL\.canParse\(/.test(read(file))),
  )
  expect(callers).toEqual([])
})
