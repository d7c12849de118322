import { set } from './lettering.ts'
import { inkOn, mix } from './palettes.ts'
import { circle, f, fillAll, path, rect, type Composition } from './sleeve.ts'

export const halftone: Composition = ({ artist, title, palette: p, chance }) => {
  const x = chance.between(70, 230)
  const y = chance.between(60, 190)
  const wave = chance.chance(0.5)
  const [long, swing, tilt] = [chance.between(22, 46), chance.between(0.6, 3), chance.between(-0.9, 0.9)]
  let dots = ''
  for (let row = 0; row < 25; row++) {
    for (let column = 0; column < 25; column++) {
      const cx = column * 12.5 + (row % 2 ? 6.25 : 0)
      const cy = row * 12.5
      const near = Math.hypot(cx - x, cy - y) / 190
      const light = wave
        ? 0.5 + 0.5 * Math.sin((cx + cy * tilt) / long + Math.cos(cy / 42) * swing)
        : 1 - near
      const r = Math.max(0, Math.min(1, light)) * 7.4
      if (r > 0.7) dots += circle(cx, cy, r, cy > 150 && !wave ? p.a : p.ink)
    }
  }
  const bottom = set(title, {
    x: 20,
    y: 250,
    width: 250,
    size: 30,
    face: 'grotesk',
    bold: true,
    fill: p.ground,
    lines: 2,
    up: true,
    leading: 1,
  })
  return (
    fillAll(p.ground) +
    dots +
    rect(0, 250 - bottom.height - 14, 300, bottom.height + 64, p.a) +
    bottom.svg.replaceAll(p.ground, inkOn(p, p.a)) +
    set(artist, { x: 20, y: 276, width: 260, size: 14, face: 'grotesk', fill: inkOn(p, p.a) }).svg
  )
}

export const stripes: Composition = ({ artist, title, palette: p, chance }) => {
  const cx = chance.between(90, 210)
  const cy = chance.between(110, 200)
  const deep = chance.pick([-1, 1]) * chance.between(26, 44)
  const turn = chance.pick([0, 0, 90, 45])
  const lines = Array.from({ length: 34 }, (_, i) => {
    const base = i * 14 - 88
    let d = ''
    for (let x = -80; x <= 380; x += 12) {
      const pull = Math.exp(-((x - cx) ** 2 + (base - cy) ** 2) / 5200) * deep * Math.sign(base - cy || 1)
      d += `${d ? 'L' : 'M'}${x} ${f(base + pull)}`
    }
    return `<path d="${d}" fill="none" stroke="${i % 9 === 4 ? p.a : p.ink}" stroke-width="7"/>`
  }).join('')
  const head = set(title, {
    x: 16,
    y: 30,
    width: 168,
    size: 19,
    face: 'geometric',
    bold: true,
    fill: p.ink,
    lines: 2,
  })
  return (
    fillAll(p.ground) +
    `<g transform="rotate(${turn} 150 150)">${lines}</g>` +
    rect(0, 0, 300, 30 + head.height, p.ground) +
    head.svg +
    set(artist, { x: 284, y: 29, width: 100, size: 12, face: 'geometric', fill: p.ink, anchor: 'end' }).svg
  )
}

export const bigType: Composition = ({ artist, title, palette: p, chance }) => {
  const face = chance.pick(['grotesk', 'narrow', 'didone', 'slab'] as const)
  const shade = p.a === p.ink ? p.b : p.a
  const artistLine =
    rect(0, 270, 300, 30, p.ground) +
    set(artist, {
      x: 16,
      y: 289,
      width: 268,
      size: 13,
      face: 'grotesk',
      bold: true,
      fill: p.ink,
      spacing: 0.05,
    }).svg
  const signs = Array.from(title).length
  if (signs > 5 && !title.includes(' ')) {
    const row = set(title, {
      x: 14,
      y: 0,
      width: 272,
      size: 74,
      face,
      bold: true,
      fill: p.ink,
      spacing: -0.03,
    })
    const step = row.size * 0.86
    const count = Math.ceil(268 / step)
    const loud = chance.whole(1, count - 2)
    const rows = Array.from({ length: count }, (_, i) => {
      const colour = i === loud ? p.ink : shade
      return `<g transform="translate(0 ${f(step * (i + 1) - 4)})" opacity="${i === loud ? 1 : 0.55}">${row.svg.replace(p.ink, colour)}</g>`
    })
    return fillAll(p.ground) + rows.join('') + artistLine
  }
  const short = signs <= 5
  const main = short
    ? set(title, {
        x: 150,
        y: 0,
        width: 372,
        size: 250,
        face,
        bold: true,
        fill: p.ink,
        anchor: 'middle',
        spacing: -0.04,
      })
    : set(title, {
        x: 10,
        y: 0,
        width: 300,
        size: 112,
        face,
        bold: true,
        fill: p.ink,
        lines: 5,
        leading: 0.9,
        spacing: -0.03,
      })
  const middle = 140 + main.size * 0.36 - ((main.rows - 1) * main.size * 0.9) / 2
  const tilt = chance.pick([0, 0, -6, -10])
  const titleAt = (colour: string, off: number) =>
    `<g transform="rotate(${tilt} 150 140) translate(${off} ${f(middle + off)})">${main.svg.replace(p.ink, colour)}</g>`
  return fillAll(p.ground) + titleAt(shade, 6) + titleAt(p.ink, 0) + artistLine
}

export const bands: Composition = ({ artist, title, palette: p, chance }) => {
  const colours = [p.a, p.b, p.c, mix(p.a, p.b, 0.5), p.ink]
  const up = chance.chance(0.5)
  const lines = colours.map((colour, i) => {
    const o = i * 19
    const d = up
      ? `M-10 ${226 + o - 60}H${118 - o}A${70 + o} ${70 + o} 0 0 0 ${188} ${f(96 + 0)}V-10`
      : `M-10 ${96 + o}H96A${150 - o} ${150 - o} 0 0 1 ${246 - o} ${246}V310`
    return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="19.6"/>`
  })
  const bent = colours.map((colour, i) => {
    const r = 36 + i * 19
    return `<path d="M-10 ${124 + r}H150A${r} ${r} 0 0 0 150 ${124 - r}H${-10}" fill="none" stroke="${colour}" stroke-width="19.6"/>`
  })
  return (
    fillAll(p.ground) +
    (up ? bent : lines).join('') +
    (up
      ? set(title, {
          x: 18,
          y: 128,
          width: 140,
          size: 20,
          face: 'geometric',
          bold: true,
          fill: p.ink,
          lines: 2,
        }).svg
      : set(title, {
          x: 18,
          y: 44,
          width: 264,
          size: 27,
          face: 'geometric',
          bold: true,
          fill: p.ink,
          lines: 2,
        }).svg) +
    set(artist, {
      x: 18,
      y: 284,
      width: up ? 264 : 120,
      size: 13,
      face: 'geometric',
      fill: p.ink,
      lines: 2,
      up: true,
    }).svg
  )
}

export const ripples: Composition = ({ artist, title, palette: p, chance }) => {
  const ax = chance.between(-20, 110)
  const bx = chance.between(190, 320)
  const rings = (x: number, y: number, colour: string) =>
    Array.from(
      { length: 26 },
      (_, i) =>
        `<circle cx="${f(x)}" cy="${y}" r="${i * 11 + 5}" fill="none" stroke="${colour}" stroke-width="4.4"/>`,
    ).join('')
  const blend = ' style="mix-blend-mode:multiply"'
  const light = inkOn(p, p.ground) === p.ink && p.ground > '#8'
  return (
    fillAll(p.ground) +
    `<g${light ? blend : ' opacity=".92"'}>${rings(ax, 120, p.a)}</g><g${light ? blend : ' opacity=".85"'}>${rings(bx, 170, p.b)}</g>` +
    path('M0 238H300V300H0Z', p.ground) +
    set(title, { x: 150, y: 266, width: 268, size: 22, face: 'serif', fill: p.ink, anchor: 'middle' }).svg +
    set(artist, {
      x: 150,
      y: 286,
      width: 260,
      size: 11.5,
      face: 'grotesk',
      fill: p.ink,
      anchor: 'middle',
      spacing: 0.14,
      caps: true,
    }).svg
  )
}
