import type { Demo } from '../../demo/server.ts'

/** The User-Agent of a client that names itself. */
export const client = { 'user-agent': 'Plak-tests/1.0.0 ( tests@plak.example )' }

// Responses have the services' own loose shapes; the tests check them by schemas and field by field.
// oxlint-disable-next-line no-explicit-any
export type Loose = any

/** Requests a path of MusicBrainz as JSON. */
export async function askMusicbrainz(demo: Demo, path: string, params: Record<string, string> = {}) {
  const query = new URLSearchParams({ fmt: 'json', ...params })
  const response = await fetch(`${demo.musicbrainzBase}${path}?${query}`, {
    headers: client,
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Loose }
}

/** Requests an address as JSON. */
export async function ask(url: string, options: RequestInit = {}) {
  const response = await fetch(url, { headers: client, ...options })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text && JSON.parse(text)) as Loose }
}

export const findGroup = (demo: Demo, title: string, artist?: string) =>
  [...demo.world().groups.values()].find(
    (group) => group.title === title && (artist === undefined || group.credit[0]!.name === artist),
  )!
export const findArtist = (demo: Demo, name: string) =>
  [...demo.world().artists.values()].find((artist) => artist.name === name)!
