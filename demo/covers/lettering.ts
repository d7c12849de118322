/** The first names look better, the last ones exist on almost every machine. */
const faces = {
  grotesk: "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','Nimbus Sans',sans-serif",
  narrow: "'Arial Narrow','Liberation Sans Narrow','Nimbus Sans Narrow','Roboto Condensed',Arial,sans-serif",
  geometric: "Futura,'Century Gothic','URW Gothic','Avenir Next',Verdana,'DejaVu Sans',sans-serif",
  serif: "Georgia,'Iowan Old Style','Palatino Linotype',P052,'Liberation Serif',serif",
  didone: "Didot,'Bodoni MT','Playfair Display',C059,'Times New Roman','Liberation Serif',serif",
  slab: "Rockwell,'Bookman Old Style','URW Bookman',Georgia,'DejaVu Serif',serif",
  mono: "'Courier New',Courier,'Nimbus Mono PS','Liberation Mono',monospace",
} as const
type Face = keyof typeof faces

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

const widths: [RegExp, number][] = [
  [/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]/, 1.02],
  [/[\u0600-\u06ff]/, 0.5],
  [/[iljtfrI1.,:;!'’|()[\]·-]/, 0.33],
  [/\s/, 0.28],
  [/[mwMW@%…∞÷+&—]/, 0.9],
  [/[\p{Lu}\d#?]/u, 0.7],
]
const stretch: Record<Face, number> = {
  grotesk: 1,
  narrow: 0.84,
  geometric: 1.07,
  serif: 0.97,
  didone: 1.0,
  slab: 1.1,
  mono: 1.05,
}

/** In units of the font size. */
const widthOf = (text: string, face: Face, bold = false): number => {
  const width = Array.from(text).reduce((sum, sign) => {
    if (face === 'mono' && sign.codePointAt(0)! < 0x2e80) return sum + 0.6
    return sum + (widths.find(([kind]) => kind.test(sign))?.[1] ?? 0.55)
  }, 0)
  return width * stretch[face] * (bold ? 1.07 : 1)
}

/** Scripts without spaces break anywhere. */
function wrap(text: string, lines: number): string[] {
  const hasSpaces = text.includes(' ')
  const parts = hasSpaces ? text.split(' ') : /[\u2e80-\u9fff]/.test(text) ? Array.from(text) : [text]
  const glue = hasSpaces ? ' ' : ''
  const goal = text.length / lines
  const rows: string[] = []
  for (const part of parts) {
    const last = rows.at(-1)
    const longerRow = last === undefined ? part : last + glue + part
    const isBetter =
      last !== undefined && Math.abs(longerRow.length - goal) <= Math.abs(last.length - goal) + 0.5
    if (last === undefined || (!isBetter && rows.length < lines)) rows.push(part)
    else rows[rows.length - 1] = longerRow
  }
  return rows
}

export type Setting = {
  x: number
  /** baseline of the first line, or of the last one if `up` is set */
  y: number
  width: number
  size: number
  face: Face
  fill: string
  lines?: number
  bold?: boolean
  italic?: boolean
  anchor?: 'start' | 'middle' | 'end'
  leading?: number
  spacing?: number
  up?: boolean
  caps?: boolean
}
export type Block = { svg: string; size: number; height: number; rows: number }

/** Sets a text at the wanted size on as few lines as possible, and smaller if it does not fit. */
export function set(text: string, setting: Setting): Block {
  const {
    x,
    y,
    width,
    face,
    fill,
    bold = false,
    anchor = 'start',
    leading = 1.04,
    spacing = 0,
    up = false,
  } = setting
  // The capital of 'i' depends on the language, so a name that contains one is not capitalized.
  const displayText = setting.caps && !/[ıiğşİ]/.test(text) ? text.toUpperCase() : text
  const attempts = Array.from({ length: setting.lines ?? 1 }, (_, index) => {
    const rows = wrap(displayText, index + 1)
    const widest = Math.max(...rows.map((row) => widthOf(row, face, bold) + spacing * row.length))
    return { rows, size: Math.min(setting.size, width / Math.max(widest, 0.3)) }
  })
  const { rows, size } = attempts.reduce((best, other) => (other.size > best.size * 1.12 ? other : best))
  const step = size * leading
  const first = up ? y - step * (rows.length - 1) : y
  const style =
    `font-family="${faces[face]}" font-size="${size.toFixed(1)}" fill="${fill}"` +
    (bold ? ' font-weight="700"' : '') +
    (setting.italic ? ' font-style="italic"' : '') +
    (spacing ? ` letter-spacing="${(spacing * size).toFixed(2)}"` : '') +
    (anchor === 'start' ? '' : ` text-anchor="${anchor}"`)
  const spans = rows
    .map(
      (row, place) => `<tspan x="${x}" y="${(first + place * step).toFixed(1)}">${escapeText(row)}</tspan>`,
    )
    .join('')
  return { svg: `<text ${style}>${spans}</text>`, size, height: step * rows.length, rows: rows.length }
}
