import { set } from './lettering.ts'
import { inkOn, mix } from './palettes.ts'
import { blob, circle, f, fillAll, grain, hill, path, rect, type Composition } from './sleeve.ts'

const gradient = (id: string, from: string, to: string, middle?: string) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/>${middle ? `<stop offset=".55" stop-color="${middle}"/>` : ''}<stop offset="1" stop-color="${to}"/></linearGradient>`

export const horizon: Composition = ({ artist, title, palette: p, chance, small }) => {
  const sky = gradient('s', p.ground, p.b, mix(p.ground, p.a, 0.55))
  const x = chance.between(70, 230)
  const layers = [0, 1, 2, 3].map((i) => {
    const base = 172 + i * 30
    const heights = Array.from({ length: 5 + i }, () => base + chance.between(-26, 22))
    return path(hill(heights), mix(mix(p.a, p.ground, 0.3), p.c, 0.25 + i * 0.25))
  })
  const ink = inkOn(p, mix(p.ground, p.a, 0.2))
  const low = mix(mix(p.a, p.ground, 0.3), p.c, 1)
  return (
    `<defs>${sky}</defs>` +
    fillAll('url(#s)') +
    circle(x, chance.between(120, 160), chance.between(30, 56), mix(p.ink, p.b, 0.35)) +
    layers.join('') +
    grain(small, 0.35) +
    set(title, { x: 150, y: 46, width: 264, size: 25, face: 'serif', fill: ink, anchor: 'middle', lines: 2 })
      .svg +
    set(artist, {
      x: 150,
      y: 286,
      width: 260,
      size: 12,
      face: 'grotesk',
      fill: inkOn(p, low),
      anchor: 'middle',
      spacing: 0.16,
      caps: true,
    }).svg
  )
}

export const collage: Composition = ({ artist, title, palette: p, chance, small }) => {
  const sheet = (cx: number, cy: number, w: number, h: number, colour: string) => {
    const edge: string[] = []
    const side = (x0: number, y0: number, x1: number, y1: number, rough: number) => {
      for (let i = 0; i < 14; i++) {
        edge.push(
          `${f(x0 + ((x1 - x0) * i) / 14 + chance.between(-rough, rough))} ${f(y0 + ((y1 - y0) * i) / 14 + chance.between(-rough, rough))}`,
        )
      }
    }
    side(cx - w, cy - h, cx + w, cy - h, 0.6)
    side(cx + w, cy - h, cx + w, cy + h, 3.4)
    side(cx + w, cy + h, cx - w, cy + h, 3.4)
    side(cx - w, cy + h, cx - w, cy - h, 0.6)
    const d = `M${edge.join('L')}Z`
    return `<g transform="rotate(${f(chance.between(-16, 16))} ${f(cx)} ${f(cy)})">${path(d, '#000', ' opacity=".22" transform="translate(3 4)"')}${path(d, '#fbf7ee', ' transform="translate(-1.6 -1.2)"')}${path(d, colour)}</g>`
  }
  const sheets = chance
    .shuffle([p.a, p.b, p.c, p.ink])
    .map((colour, i) =>
      sheet(
        70 + (i % 2) * 150 + chance.between(-30, 30),
        70 + Math.floor(i / 2) * 96 + chance.between(-20, 20),
        chance.between(50, 92),
        chance.between(34, 66),
        colour,
      ),
    )
  const name = set(title, {
    x: 28,
    y: 256,
    width: 228,
    size: 26,
    face: 'slab',
    bold: true,
    fill: p.ink,
    lines: 2,
    up: true,
  })
  return (
    fillAll(p.ground) +
    sheets.join('') +
    circle(
      chance.between(80, 220),
      chance.between(80, 150),
      chance.between(22, 40),
      mix(p.ground, p.a, 0.15),
    ) +
    `<g transform="rotate(-2 150 240)">${rect(16, 250 - name.height, 252, name.height + 42, p.ground)}${name.svg}` +
    set(artist, { x: 28, y: 278, width: 228, size: 12.5, face: 'mono', fill: p.ink }).svg +
    '</g>' +
    grain(small, 0.25, 7)
  )
}

export const haze: Composition = ({ artist, title, palette: p, chance, small }) => {
  const lights = [p.a, p.b, p.c, p.a, p.ink].map((colour, i) =>
    circle(
      chance.between(10, 290),
      chance.between(0, 270),
      chance.between(36, i === 4 ? 34 : 100),
      colour,
      ' opacity=".85"',
    ),
  )
  const low = chance.chance(0.5)
  return (
    `<filter id="b" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="30"/></filter>` +
    fillAll(p.ground) +
    `<g filter="url(#b)">${lights.join('')}</g>` +
    grain(small, 0.75, chance.whole(1, 40)) +
    rect(0, low ? 232 : 0, 300, 68, p.ground, ' opacity=".55"') +
    set(title, {
      x: 20,
      y: low ? 264 : 36,
      width: 260,
      size: 23,
      face: 'didone',
      fill: p.ink,
      italic: chance.chance(0.4),
    }).svg +
    set(artist, {
      x: 20,
      y: low ? 284 : 56,
      width: 260,
      size: 12,
      face: 'grotesk',
      fill: p.ink,
      spacing: 0.04,
    }).svg
  )
}

export const oneLine: Composition = ({ artist, title, palette: p, chance }) => {
  const [across, down] = chance.pick([
    [3, 2],
    [2, 3],
    [3, 4],
    [5, 4],
    [1, 2],
    [5, 3],
    [4, 1],
  ] as const)
  const turn = chance.between(0.3, 1.4)
  const drift = chance.between(0.985, 0.994)
  const points = Array.from({ length: 620 }, (_, i) => {
    const angle = i / 22
    const fade = drift ** (i / 6)
    return `${f(150 + 116 * fade * Math.sin(across * angle + turn))} ${f(118 + 86 * fade * Math.sin(down * angle))}`
  })
  return (
    fillAll(p.ground) +
    circle(chance.between(90, 210), chance.between(80, 150), chance.between(26, 52), p.a) +
    `<path d="M${points.join('L')}" fill="none" stroke="${p.ink}" stroke-width="1.3" stroke-linejoin="round"/>` +
    set(title, { x: 24, y: 257, width: 252, size: 23, face: 'serif', fill: p.ink }).svg +
    set(artist, { x: 24, y: 278, width: 252, size: 13, face: 'serif', italic: true, fill: p.ink }).svg
  )
}

export const cutouts: Composition = ({ artist, title, palette: p, chance }) => {
  const leaf = (x: number, y: number, colour: string) => {
    const arms = chance.whole(5, 8)
    const points: [number, number][] = []
    for (let i = 0; i < arms * 2; i++) {
      const r = i % 2 ? chance.between(10, 18) : chance.between(42, 66)
      const angle = (i / (arms * 2)) * Math.PI * 2
      points.push([x + Math.cos(angle) * r, y + Math.sin(angle) * r])
    }
    return path(blob(points), colour)
  }
  const name =
    rect(0, 236, 300, 64, p.ground) +
    set(title, { x: 18, y: 266, width: 264, size: 24, face: 'didone', bold: true, fill: p.ink }).svg +
    set(artist, { x: 18, y: 286, width: 264, size: 12.5, face: 'grotesk', fill: p.ink }).svg
  if (chance.chance(0.6)) {
    const wide = chance.chance(0.5)
    const sheets = [p.a, p.b, p.c].map((colour, i) =>
      rect(i * 100, wide ? 0 : i * 22, 100, wide ? 236 : 236 - i * 22, colour),
    )
    const inks = chance.shuffle([p.ground, p.ink, p.a, p.b, p.c])
    const fronds = Array.from({ length: 5 }, (_, i) => {
      const [x, y] = [36 + i * 57, chance.between(56, 180)]
      const big = `translate(${f(x)} ${f(y)}) scale(${f(chance.between(0.6, 1.5))}) rotate(${chance.whole(0, 90)})`
      return `<g transform="${big}">${leaf(0, 0, inks[i]!)}</g>`
    })
    return fillAll(p.ground) + sheets.join('') + fronds.join('') + name
  }
  const grounds = [
    rect(0, 0, 150, 118, mix(p.ground, p.a, 0.8)),
    rect(150, 0, 150, 118, p.b),
    rect(0, 118, 150, 118, p.c),
    rect(150, 118, 150, 118, mix(p.ground, p.ink, 0.12)),
  ]
  const spots: [number, number][] = [
    [75, 59],
    [225, 59],
    [75, 177],
    [225, 177],
  ]
  const inks = [p.ground, p.ink, p.ground, p.a]
  return fillAll(p.ground) + grounds.join('') + spots.map(([x, y], i) => leaf(x, y, inks[i]!)).join('') + name
}

export const tape: Composition = ({ artist, title, palette: p, chance, year, small }) => {
  const lines = [0, 1, 2].map((i) => rect(40, 176 + i * 18, 220, 1, p.c, ' opacity=".7"')).join('')
  const band = [p.a, p.b, p.c].map((colour, i) => rect(24, 108 + i * 10, 252, 10, colour)).join('')
  const reel = (x: number) =>
    circle(x, 78, 17, p.ink) +
    circle(x, 78, 10, p.ground, ` stroke="${p.ground}" stroke-width="5" stroke-dasharray="4 6"`)
  return (
    fillAll(mix(p.ground, p.ink, 0.86)) +
    rect(24, 34, 252, 232, p.ground, ' rx="10"') +
    band +
    rect(78, 52, 144, 52, mix(p.ground, p.ink, 0.16), ' rx="26"') +
    reel(108) +
    reel(192) +
    rect(128, 64, 44, 28, mix(p.ground, p.ink, 0.75)) +
    lines +
    `<g transform="rotate(${f(chance.between(-1.5, 1))} 150 190)">` +
    set(title, { x: 42, y: 172, width: 214, size: 22, face: 'mono', bold: true, fill: p.ink }).svg +
    set(artist, { x: 42, y: 191, width: 214, size: 14, face: 'mono', fill: p.ink }).svg +
    '</g>' +
    set(`A  ${year}`, { x: 42, y: 248, width: 80, size: 13, face: 'mono', bold: true, fill: p.a }).svg +
    set('60', { x: 258, y: 250, width: 60, size: 20, face: 'grotesk', bold: true, fill: p.a, anchor: 'end' })
      .svg +
    grain(small, 0.2)
  )
}
