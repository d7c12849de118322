import sharp, { type OverlayOptions } from 'sharp'
import type { AlbumCard } from '../../shared/catalog.ts'
import { colours } from '../../shared/look.ts'
import { PREVIEW } from './cards.ts'
import { ellipsis } from './ellipsis.ts'
import { textImage } from './text.ts'

// The images use the night colours.
const page = colours.page.night
const ink = colours.ink.night
const muted = colours.muted.night
const accent = colours.accent.night
const gold = colours.gold.night

const MARGIN = 72
const RIGHT = PREVIEW.width - MARGIN
const BOTTOM = PREVIEW.height - MARGIN

type CoverOf = (album: AlbumCard, edge: number) => Promise<Buffer>

export async function drawList(list: {
  name: string
  byLine: string
  covers: AlbumCard[]
  coverOf: CoverOf
}): Promise<Buffer> {
  const edge = 280
  const top = 56
  const step = Math.round((RIGHT - MARGIN - edge) / 4)
  const covers = await Promise.all(list.covers.map((album) => list.coverOf(album, edge)))
  const sleeves = covers.map((input, index) => [
    { input: shadow(edge), left: MARGIN + index * step - SHADOW, top: top - SHADOW },
    { input, left: MARGIN + index * step, top },
  ])
  // If there is room, a record sticks out of the last sleeve.
  const last = Math.max(0, covers.length - 1) * step
  const discLeft = MARGIN + last + (covers.length > 0 ? 130 : 0)
  const disc = covers.length < 5 ? [{ input: record(edge - 12), left: discLeft, top: top + 6 }] : []
  const [name, author, logo] = await Promise.all([
    textImage(list.name, { size: 58, weight: 700, colour: ink, width: RIGHT - MARGIN, lines: 2 }),
    textImage(list.byLine, { size: 28, weight: 400, colour: muted, width: 800, lines: 1 }),
    mark(),
  ])
  const byTop = BOTTOM - author.height + 12
  return await onPage([
    ...disc,
    ...sleeves.toReversed().flat(),
    { input: name.png, left: MARGIN, top: byTop - 30 - name.height },
    { input: author.png, left: MARGIN, top: byTop },
    ...logo,
  ])
}

type DrawnReview = { album: AlbumCard; nickname: string; rating: number; text: string; coverOf: CoverOf }

export async function drawReview({ album, nickname, rating, text, coverOf }: DrawnReview): Promise<Buffer> {
  const edge = 400
  const left = MARGIN + edge + 56
  const width = RIGHT - left
  const [cover, name, artist, words, author, logo] = await Promise.all([
    coverOf(album, edge),
    textImage(album.name, { size: 46, weight: 700, colour: ink, width, lines: 2 }),
    textImage(album.artist, { size: 28, weight: 400, colour: muted, width, lines: 1 }),
    textImage(ellipsis(text, 170), { size: 28, weight: 400, colour: ink, width, lines: 5 }),
    textImage(nickname, { size: 30, weight: 600, colour: accent, width: 700, lines: 1 }),
    mark(),
  ])
  const artistTop = MARGIN + name.height + 18
  const starsTop = artistTop + artist.height + 26
  const wordsTop = starsTop + (rating > 0 ? 36 + 26 : 0)
  return await onPage([
    { input: shadow(edge), left: MARGIN - SHADOW, top: MARGIN - SHADOW },
    { input: cover, left: MARGIN, top: MARGIN },
    { input: name.png, left, top: MARGIN },
    { input: artist.png, left, top: artistTop },
    ...(rating > 0 ? [{ input: stars(rating, 36), left, top: starsTop }] : []),
    { input: words.png, left, top: wordsTop },
    { input: author.png, left: MARGIN, top: BOTTOM - author.height + 12 },
    ...logo,
  ])
}

type DrawnYear = {
  title: string
  nickname: string
  numbers: readonly string[]
  covers: AlbumCard[]
  coverOf: CoverOf
}

/** A wall of sleeves at the right, as many as fill its rows. */
export async function drawYear({ title, nickname, numbers, covers, coverOf }: DrawnYear): Promise<Buffer> {
  const gap = 10
  const [columns, rows] = wallOf(covers.length)
  const height = PREVIEW.height - 2 * 56
  const edge = Math.floor((height - (rows - 1) * gap) / rows)
  const wallLeft = PREVIEW.width - 56 - columns * edge - (columns - 1) * gap
  const sleeves = await Promise.all(
    covers.slice(0, columns * rows).map(async (album, index) => ({
      input: await coverOf(album, edge),
      left: wallLeft + (index % columns) * (edge + gap),
      top: 56 + Math.floor(index / columns) * (edge + gap),
    })),
  )
  const width = wallLeft - MARGIN - 48
  const line = (text: string) => textImage(text, { size: 30, weight: 400, colour: ink, width, lines: 1 })
  const [name, author, ...lines] = await Promise.all([
    textImage(title, { size: 64, weight: 700, colour: ink, width, lines: 3 }),
    textImage(nickname, { size: 32, weight: 600, colour: accent, width, lines: 1 }),
    ...numbers.map(line),
  ])
  const numbersTop = MARGIN + author.height + 22 + name.height + 36
  return await onPage([
    ...sleeves,
    { input: author.png, left: MARGIN, top: MARGIN },
    { input: name.png, left: MARGIN, top: MARGIN + author.height + 22 },
    ...lines.map(({ png }, index) => ({ input: png, left: MARGIN, top: numbersTop + index * 46 })),
    ...(await mark({ left: MARGIN })),
  ])
}

/** Columns and rows of the wall. */
const wallOf = (covers: number): [columns: number, rows: number] =>
  covers >= 12 ? [4, 3] : covers >= 9 ? [3, 3] : covers >= 4 ? [2, 2] : [1, 1]

export async function drawOwn(slogan: string): Promise<Buffer> {
  const [name, words] = await Promise.all([
    textImage('Plak', { size: 150, weight: 700, colour: ink, width: 500, lines: 1 }),
    textImage(slogan, { size: 34, weight: 400, colour: muted, width: 460, lines: 3 }),
  ])
  const top = Math.round((PREVIEW.height - name.height - words.height - 36) / 2)
  return await onPage([
    { input: record(500), left: RIGHT - 500, top: 65 },
    { input: name.png, left: MARGIN, top },
    { input: words.png, left: MARGIN, top: top + name.height + 36 },
  ])
}

async function onPage(layers: OverlayOptions[]): Promise<Buffer> {
  const { width, height } = PREVIEW
  const light =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
    `<radialGradient id="lamp" cx="0.3" cy="0" r="0.9"><stop offset="0" stop-color="${accent}" stop-opacity="0.16"/>` +
    `<stop offset="1" stop-color="${accent}" stop-opacity="0"/></radialGradient></defs>` +
    `<rect width="100%" height="100%" fill="${page}"/><rect width="100%" height="100%" fill="url(#lamp)"/></svg>`
  return await sharp(Buffer.from(light))
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer()
}

async function mark(at?: { left: number }): Promise<OverlayOptions[]> {
  const edge = 44
  const name = await textImage('Plak', { size: 32, weight: 700, colour: ink, width: 200, lines: 1 })
  const left = at ? at.left + edge + 14 : RIGHT - name.width
  return [
    { input: record(edge), left: left - edge - 14, top: BOTTOM - edge + 14 },
    { input: name.png, left, top: BOTTOM + 14 - Math.round((edge + name.height) / 2) },
  ]
}

/** Like web/ui/Record.tsx. */
function record(edge: number): Buffer {
  const grooves = [47, 44.2, 41.4, 38.6, 35.8, 33, 30.2, 27.4, 24.6].map(
    (radius) =>
      `<circle cx="50" cy="50" r="${radius}" fill="none" stroke="#fff" stroke-opacity="0.1" stroke-width="0.4"/>`,
  )
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${edge}" height="${edge}">` +
      '<circle cx="50" cy="50" r="50" fill="#080706"/>' +
      '<circle cx="50" cy="50" r="49.7" fill="none" stroke="#fff" stroke-opacity="0.2" stroke-width="0.5"/>' +
      `${grooves.join('')}<circle cx="50" cy="50" r="18" fill="${accent}"/><circle cx="50" cy="50" r="2" fill="${page}"/></svg>`,
  )
}

const SHADOW = 24

function shadow(edge: number): Buffer {
  const whole = edge + 2 * SHADOW
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}">` +
      '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="8"/></filter>' +
      `<rect x="${SHADOW}" y="${SHADOW}" width="${edge}" height="${edge}" fill-opacity="0.75" filter="url(#soft)"/></svg>`,
  )
}

const star = 'm12 2.6 2.9 6.2 6.6.8-4.9 4.6 1.3 6.7L12 17.5l-5.9 3.4 1.3-6.7-4.9-4.6 6.6-.8z'

/** `rating` is in halves. Like web/ui/Stars.tsx. */
function stars(rating: number, height: number): Buffer {
  const row = [0, 24, 48, 72, 96].map((x) => `<path d="${star}" transform="translate(${x})"/>`).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24" width="${height * 5}" height="${height}">` +
      `<clipPath id="given"><rect width="${rating * 12}" height="24"/></clipPath>` +
      `<g fill="${ink}" fill-opacity="0.15">${row}</g><g fill="${gold}" clip-path="url(#given)">${row}</g></svg>`,
  )
}
