import type { AlbumCard } from './catalog.ts'

// Styles shared by the web and the pictures that the server draws.

export function hueOf(text: string, count: number): number {
  let hash = 7
  for (const sign of text) hash = (hash * 31 + sign.codePointAt(0)!) >>> 0
  // The low bits of such a sum depend only on the last letters.
  return ((hash ^ (hash >>> 11) ^ (hash >>> 19)) >>> 0) % count
}

const papers = [
  { ground: '#b8502a', print: '#fdeedd' },
  { ground: '#d9b25f', print: '#2b1d0b' },
  { ground: '#54683f', print: '#f3eeda' },
  { ground: '#2f5d62', print: '#e9f1e6' },
  { ground: '#36486b', print: '#ece8dc' },
  { ground: '#694a6e', print: '#f5e9e4' },
  { ground: '#7f3a3a', print: '#f8e9dd' },
  { ground: '#4a4038', print: '#f0e6d6' },
] as const

export const paperOf = ({ artist, name }: Pick<AlbumCard, 'artist' | 'name'>): (typeof papers)[number] =>
  papers[hueOf(`${artist} ${name}`, papers.length)]!

/** The colours of web/styles.css that the server draws with, for the light and the dark theme. */
export const colours = {
  page: { day: '#f8f4ec', night: '#13100e' },
  ink: { day: '#1d1814', night: '#f4ede2' },
  muted: { day: '#655a4e', night: '#aca192' },
  accent: { day: '#e5640f', night: '#f47b30' },
  'accent-ink': { day: '#a8420a', night: '#ff935a' },
  gold: { day: '#b98205', night: '#eebc4a' },
} as const
