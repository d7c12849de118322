import { set } from './lettering.ts'
import { inkOn, mix } from './palettes.ts'
import { blob, circle, f, fillAll, path, type Composition } from './sleeve.ts'

export const waves: Composition = ({ artist, title, palette: p, chance }) => {
  const petals = chance.whole(5, 9)
  const phase = chance.between(0, 6)
  const colours = [p.a, p.b, p.c, p.ink, p.a, mix(p.a, p.b, 0.5)]
  const layer = (r: number, swing: number, turn: number) => {
    const points = Array.from({ length: petals * 6 }, (_, i): [number, number] => {
      const angle = (i / (petals * 6)) * Math.PI * 2
      const far = r * (1 + swing * Math.sin(petals * angle + turn))
      return [150 + Math.cos(angle) * far, 132 + Math.sin(angle) * far]
    })
    return blob(points)
  }
  const layers = Array.from({ length: 12 }, (_, i) =>
    path(layer(236 - i * 18, 0.07 + i * 0.014, phase + i * 0.32), colours[i % colours.length]!),
  )
  const name = set(title, {
    x: 150,
    y: 262,
    width: 262,
    size: 29,
    face: 'slab',
    bold: true,
    fill: inkOn(p, p.ground),
    anchor: 'middle',
  })
  return (
    fillAll(p.ground) +
    layers.join('') +
    circle(150, 132, 17, p.ground) +
    circle(150, 132, 8, p.ink) +
    path(`M0 236Q75 ${f(chance.between(212, 226))} 150 232T300 230V300H0Z`, p.ground) +
    name.svg +
    set(artist, {
      x: 150,
      y: 285,
      width: 250,
      size: 14,
      face: 'slab',
      fill: p.ink,
      anchor: 'middle',
      spacing: 0.03,
    }).svg
  )
}

export const sunburst: Composition = ({ artist, title, palette: p, chance }) => {
  const rays = chance.pick([12, 16, 20])
  const turn = chance.between(0, 1)
  const wedge = Array.from({ length: rays }, (_, i) => {
    const from = ((i + turn) / rays) * Math.PI * 2
    const to = ((i + turn + 0.5) / rays) * Math.PI * 2
    return path(
      `M150 140L${f(150 + Math.cos(from) * 290)} ${f(140 + Math.sin(from) * 290)}L${f(150 + Math.cos(to) * 290)} ${f(140 + Math.sin(to) * 290)}Z`,
      i % 2 ? p.b : p.a,
    )
  })
  let scales = ''
  for (let row = 0; row < 4; row++) {
    for (let i = -1; i < 9; i++) {
      const x = i * 38 + (row % 2 ? 19 : 0)
      const y = 214 + row * 17
      scales += circle(x, y, 19, row % 2 ? p.c : p.ink) + circle(x, y, 12, p.ground) + circle(x, y, 6, p.a)
    }
  }
  const disc = set(title, {
    x: 150,
    y: 140,
    width: 106,
    size: 24,
    face: 'slab',
    bold: true,
    fill: p.ink,
    anchor: 'middle',
    lines: 3,
    leading: 1,
  })
  return (
    fillAll(p.ground) +
    wedge.join('') +
    circle(150, 128, 76, p.ink) +
    circle(150, 128, 70, p.ground) +
    `<g transform="translate(0 ${f(128 - 140 - disc.height / 2 + disc.size * 0.85)})">${disc.svg}</g>` +
    scales +
    path('M0 270H300V300H0Z', p.ink) +
    set(artist, {
      x: 150,
      y: 290,
      width: 264,
      size: 14,
      face: 'slab',
      bold: true,
      fill: p.ground,
      anchor: 'middle',
    }).svg
  )
}

export const carpet: Composition = ({ artist, title, palette: p, chance }) => {
  const colours = [p.a, p.b, p.c, p.ink, p.ground]
  const half = 11
  const s = 150 / half
  const plan = Array.from({ length: half * half }, (_, i) => {
    const distance = Math.round(Math.hypot(half - (i % half), (half - Math.floor(i / half)) * 1.1))
    return colours[(distance + (chance.chance(0.22) ? 1 : 0)) % colours.length]!
  })
  let cells = ''
  for (let row = 0; row < half; row++) {
    for (let column = 0; column < half; column++) {
      const x = column * s
      const y = row * s
      cells += path(
        `M${f(x + s / 2)} ${f(y - s * 0.2)}L${f(x + s * 1.2)} ${f(y + s / 2)}L${f(x + s / 2)} ${f(y + s * 1.2)}L${f(x - s * 0.2)} ${f(y + s / 2)}Z`,
        plan[row * half + column]!,
      )
    }
  }
  const quarter = `<g id="q">${cells}</g>`
  return (
    fillAll(p.ground) +
    quarter +
    '<use href="#q" transform="matrix(-1 0 0 1 300 0)"/><use href="#q" transform="matrix(1 0 0 -1 0 300)"/><use href="#q" transform="matrix(-1 0 0 -1 300 300)"/>' +
    path('M150 88L262 150L150 212L38 150Z', p.ink) +
    path('M150 95L249 150L150 205L51 150Z', p.ground) +
    set(title, {
      x: 150,
      y: 152,
      width: 134,
      size: 24,
      face: 'serif',
      bold: true,
      fill: p.ink,
      anchor: 'middle',
      lines: 2,
      up: true,
    }).svg +
    set(artist, {
      x: 150,
      y: 172,
      width: 104,
      size: 12,
      face: 'serif',
      italic: true,
      fill: p.ink,
      anchor: 'middle',
    }).svg
  )
}
