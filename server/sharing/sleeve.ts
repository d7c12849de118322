import sharp from 'sharp'
import type { AlbumCard } from '../../shared/catalog.ts'
import { paperOf } from '../../shared/look.ts'
import { textImage } from './text.ts'

/** Without a picture, draws a sleeve with the album's name, like web/ui/Cover.tsx. */
export async function sleeveOf(album: AlbumCard, picture: Buffer | null, edge: number): Promise<Buffer> {
  if (!picture) return await drawnSleeve(album, edge)
  return await sharp(picture, { limitInputPixels: 4_000_000 })
    .resize(edge, edge, { fit: 'cover' })
    .flatten({ background: '#302a25' })
    .png()
    .toBuffer()
}

async function drawnSleeve({ artist, name }: AlbumCard, edge: number): Promise<Buffer> {
  const { ground, print } = paperOf({ artist, name })
  const grooves = [62, 54, 46, 38, 30, 22].map(
    (radius) => `<circle cx="78" cy="92" r="${radius}" fill="none" stroke="${print}" stroke-width="0.7"/>`,
  )
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${edge}" height="${edge}">` +
    `<rect width="100" height="100" fill="${ground}"/>` +
    `<g opacity="0.35">${grooves.join('')}<circle cx="78" cy="92" r="13" fill="${print}"/></g></svg>`
  const margin = Math.round(edge * 0.08)
  const width = edge - 2 * margin
  const title = await textImage(name, {
    size: Math.round(edge * 0.085),
    weight: 700,
    colour: print,
    width,
    lines: 3,
  })
  const artistImage = await textImage(artist, {
    size: Math.round(edge * 0.07),
    weight: 400,
    colour: print,
    width,
    lines: 2,
  })
  return await sharp(Buffer.from(svg))
    .composite([
      { input: title.png, left: margin, top: margin },
      { input: artistImage.png, left: margin, top: margin + title.height + Math.round(edge * 0.03) },
    ])
    .png()
    .toBuffer()
}
