import { primaryTypes, secondaryTypes, statuses } from './names.ts'
import type { Inc } from './wire.ts'

const relations = [
  'area',
  'artist',
  'event',
  'genre',
  'instrument',
  'label',
  'mood',
  'place',
  'recording',
  'release',
  'release-group',
  'series',
  'url',
  'work',
].map((name) => `${name}-rels`)
const ratings = ['tags', 'user-tags', 'genres', 'user-genres', 'ratings', 'user-ratings']

/** Names that `inc` can have, by resource and kind of request. */
const allowed: Record<string, string[]> = {
  'lookup release-group': ['artists', 'releases', 'artist-credits', 'aliases', 'annotation', ...ratings],
  'browse release-group': ['artist-credits', 'aliases', 'annotation', ...ratings],
  'lookup release': [
    'artists',
    'labels',
    'recordings',
    'release-groups',
    'aliases',
    'annotation',
    'artist-credits',
    'discids',
    'media',
    'isrcs',
    'collections',
    'recording-level-rels',
    'release-group-level-rels',
    'work-level-rels',
    ...ratings,
  ],
  'browse release': [
    'artist-credits',
    'labels',
    'recordings',
    'discids',
    'release-groups',
    'media',
    'aliases',
    'annotation',
    'isrcs',
    'recording-level-rels',
    'release-group-level-rels',
    'work-level-rels',
    ...ratings,
  ],
  'lookup artist': ['recordings', 'releases', 'release-groups', 'works', 'aliases', 'annotation', ...ratings],
}

/** Names that are allowed if `inc` has another one. */
const extra: Record<string, string[]> = {
  recordings: ['artist-credits', 'isrcs'],
  releases: ['artist-credits', 'discids', 'media', 'type', 'status'],
  'release-groups': ['artist-credits', 'type'],
  works: ['artist-credits'],
}

export type Problem = { problem: string }

/** Reads the parameter `inc`; returns the service's words about a wrong one. */
export function readInc(query: URLSearchParams, kind: 'lookup' | 'browse', resource: string): Inc | Problem {
  const values = query.getAll('inc')
  if (values.length > 1)
    return { problem: 'Inc arguments must be combined with a space, but you provided multiple parameters' }
  const names = (values[0] ?? '')
    .split(/[+ ]/)
    .filter(Boolean)
    .map((name) => name.replace('mediums', 'media'))
  const possible = new Set([
    ...allowed[`${kind} ${resource}`]!,
    ...relations,
    ...names.flatMap((name) => extra[name] ?? []),
  ])
  for (const name of names) {
    if (possible.has(name)) continue
    const parents = Object.keys(extra).filter((parent) => extra[parent]!.includes(name))
    const problem =
      parents.length > 0
        ? `${name} is not a valid option for the inc parameter for the ${resource} resource ` +
          `unless you specify one of the following other inc parameters: ${parents.join(', ')}`
        : `${name} is not a valid inc parameter for the ${resource} resource.`
    return { problem }
  }
  return new Set(names)
}

const lower = (names: string[]) => new Map(names.map((name) => [name.toLowerCase(), name]))
const types = lower([...primaryTypes, ...secondaryTypes])
const statusNames = lower(statuses)

function readNames(text: string | null, names: Map<string, string>, what: string): string[] | Problem | null {
  if (!text) return null
  const given = text.split('|').filter(Boolean)
  const wrong = given.find((name) => !names.has(name))
  return wrong === undefined
    ? given.map((name) => names.get(name)!)
    : { problem: `${wrong} is not a recognized ${what}.` }
}

export const readTypes = (text: string | null) => readNames(text, types, 'release-group type')
export const readStatuses = (text: string | null) => readNames(text, statusNames, 'release status')

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'problem' in value
