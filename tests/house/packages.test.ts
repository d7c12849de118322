import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

// Checks the rules of docs/dependencies.md against package-lock.json.

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Package = { version: string; dev?: true; optional?: true; license?: string }
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Packages that `npm ci --omit=dev` installs. */
const inProduction = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)

it('production installs nothing that only builds or runs in browsers', () => {
  const unwanted =
    /^(prisma|@prisma\/.*|@electric-sql\/.*|react|react-dom|@trpc\/(client|react-query)|mysql2|vite|tsx)$/
  expect(inProduction.length).toBeGreaterThan(100)
  expect(inProduction.map(([path]) => nameOf(path)).filter((name) => unwanted.test(name))).toEqual([])
})

it('the cache has one version in the browser and on the server', () => {
  const versions = Object.entries(packages)
    .filter(([path]) => /^@tanstack\/(query-core|react-query)$/.test(nameOf(path)))
    .map(([, { version }]) => version)
  expect(versions).toHaveLength(2)
  expect(new Set(versions).size).toBe(1)
})

it("the tests read schema.prisma with the engine of Prisma's own version", () => {
  const versionOf = (name: string) => packages[`node_modules/${name}`]?.version
  expect(versionOf('@prisma/prisma-schema-wasm')).toBe(versionOf('@prisma/engines-version'))
})
