import sharp from 'sharp'
import { markup } from '../lib/markup.ts'
import { ellipsis } from './ellipsis.ts'
import { FAMILY, typeface } from './typeface.ts'

type Style = { size: number; weight: 400 | 600 | 700; colour: string; width: number; lines: number }
export type TextImage = { png: Buffer; width: number; height: number }

/** A text as a picture, broken into lines of a width; what does not fit into so many lines is left out behind an '…'. */
export async function textImage(text: string, style: Style): Promise<TextImage> {
  const whole = text.replace(/\s+/g, ' ').trim()
  const tallest = style.size * LEADING * (style.lines + 0.5)
  // No letter is narrower than this share of the size for long.
  let most = Math.ceil((style.width * style.lines) / (style.size * 0.3))
  for (;;) {
    const drawn = await draw(ellipsis(whole, most), style)
    if (drawn.height <= tallest || most <= 4) return drawn
    // As much of it as would fit if all letters were of one width, less a little.
    const count = Math.min(most, Array.from(whole).length)
    most = Math.min(count - 1, Math.floor((count * tallest) / drawn.height))
  }
}

const LEADING = 1.2

/** Some characters are invisible, and an empty text cannot be drawn. */
const draw = (text: string, style: Style) => drawLines(text || '…', style).catch(() => drawLines('…', style))

async function drawLines(text: string, { size, weight, colour, width }: Style): Promise<TextImage> {
  await typeface()
  // Pango measures in 1024ths of a point; at 72 dots an inch a point is a pixel.
  const span = markup`<span foreground="${colour}" weight="${weight}" size="${Math.round(size * 1024)}">${text}</span>`
  const { data, info } = await sharp({
    text: { text: String(span), font: FAMILY, width, wrap: 'word-char', dpi: 72, rgba: true },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}
