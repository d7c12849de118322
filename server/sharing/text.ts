import sharp from 'sharp'
import { markup } from '../lib/markup.ts'
import { ellipsis } from './ellipsis.ts'
import { FAMILY, typeface } from './typeface.ts'

type Style = { size: number; weight: 400 | 600 | 700; colour: string; width: number; lines: number }
export type TextImage = { png: Buffer; width: number; height: number }

/** Text beyond the maximum number of lines is replaced by "…". */
export async function textImage(text: string, style: Style): Promise<TextImage> {
  const whole = text.replace(/\s+/g, ' ').trim()
  const tallest = style.size * LEADING * (style.lines + 0.5)
  // Upper bound for what fits: the average letter is not narrower than this share of the font size.
  let maxLength = Math.ceil((style.width * style.lines) / (style.size * 0.3))
  for (;;) {
    const image = await draw(ellipsis(whole, maxLength), style)
    if (image.height <= tallest || maxLength <= 4) return image
    // The share that would fit if all letters were equally wide, and at least one letter less.
    const count = Math.min(maxLength, Array.from(whole).length)
    maxLength = Math.min(count - 1, Math.floor((count * tallest) / image.height))
  }
}

const LEADING = 1.2

/** Draws "…" instead of an empty or invisible text, which cannot be drawn. */
const draw = (text: string, style: Style) => drawLines(text || '…', style).catch(() => drawLines('…', style))

async function drawLines(text: string, { size, weight, colour, width }: Style): Promise<TextImage> {
  await typeface()
  // Pango measures in 1024ths of a point; at 72 dpi a point is a pixel.
  const span = markup`<span foreground="${colour}" weight="${weight}" size="${Math.round(size * 1024)}">${text}</span>`
  const { data, info } = await sharp({
    text: { text: String(span), font: FAMILY, width, wrap: 'word-char', dpi: 72, rgba: true },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}
