import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

// The scripts have no declarations for the compiler: it does not follow a name that is only a string.
const script: string = '../../scripts/longTests.mjs'

test('every file that `npm test` leaves out exists, once', async () => {
  const { longTests } = (await import(script)) as { longTests: string[] }
  const root = resolve(import.meta.dirname, '../..')
  expect(longTests.length).toBeGreaterThan(50)
  expect(longTests.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
  expect(new Set(longTests).size).toBe(longTests.length)
})
