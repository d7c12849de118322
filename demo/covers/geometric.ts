import { set } from './lettering.ts'
import { inkOn } from './palettes.ts'
import { circle, f, fillAll, path, rect, type Composition } from './sleeve.ts'

export const swiss: Composition = ({ artist, title, palette: p, chance, year }) => {
  const kind = chance.whole(0, 3)
  const forms = [
    () => circle(chance.pick([96, 204, 230]), 196, 118, p.a) + rect(0, 196, 300, 12, p.ground),
    () =>
      [0, 1, 2, 3, 4]
        .map((i) => path(`M${i * 60} 300V${104 + i * 34}H${i * 60 + 60}V300Z`, i % 2 ? p.b : p.a))
        .join(''),
    () =>
      [0, 1, 2]
        .map((i) => path(`M${i * 100} 300A100 100 0 0 1 ${i * 100 + 100} 200V300Z`, [p.a, p.b, p.c][i]!))
        .join('') + path('M0 200A100 100 0 0 1 100 100V200ZM200 200A100 100 0 0 0 100 100V200Z', p.ink),
    () =>
      `<g transform="rotate(-${chance.pick([30, 45])} 150 190)">` +
      [0, 1, 2, 3, 4, 5].map((i) => rect(-60, 110 + i * 34, 460, 5 + i * 5, i % 2 ? p.ink : p.a)).join('') +
      '</g>',
  ]
  const head = set(title, {
    x: 20,
    y: 44,
    width: 212,
    size: 32,
    face: 'grotesk',
    bold: true,
    fill: p.ink,
    lines: 2,
    leading: 1,
  })
  return (
    fillAll(p.ground) +
    forms[kind]!() +
    (kind === 3 ? rect(0, 0, 300, 94, p.ground) : '') +
    head.svg +
    set(artist, {
      x: 20,
      y: 44 + head.height - head.size + 22,
      width: 200,
      size: 14,
      face: 'grotesk',
      fill: p.ink,
    }).svg +
    set(String(year), { x: 282, y: 32, width: 40, size: 11, face: 'grotesk', fill: p.ink, anchor: 'end' }).svg
  )
}

export const grooves: Composition = ({ artist, title, palette: p, chance }) => {
  const x = chance.pick([150, 150, 220, 90])
  const y = chance.pick([138, 128, 190])
  const colours = [p.a, p.ground, p.b, p.ground, p.c, p.ground, p.ink, p.ground]
  const [step, squash] = chance.pick([
    [11, 1],
    [15, 1],
    [8, 1],
    [12, 0.62],
  ] as const)
  const count = Math.floor(176 / step)
  const rings =
    `<g transform="translate(0 ${f(y * (1 - squash))}) scale(1 ${squash})">` +
    Array.from({ length: count }, (_, i) => circle(x, y, 176 - i * step, colours[i % colours.length]!)).join(
      '',
    ) +
    '</g>'
  const cut = chance.pick([
    `<clipPath id="h"><rect x="${x}" width="300" height="300"/></clipPath><g clip-path="url(#h)"><g transform="translate(0 ${chance.pick([22, -22, 44])})">${rings}</g></g>`,
    '',
    `<clipPath id="h"><rect y="${y}" width="300" height="300"/></clipPath><g clip-path="url(#h)"><g transform="translate(22 0)">${rings}</g></g>`,
  ])
  return (
    fillAll(p.ground) +
    rings +
    cut +
    circle(x, y, 10, p.a) +
    rect(0, 240, 300, 60, p.ink) +
    set(title, {
      x: 18,
      y: 265,
      width: 264,
      size: 20,
      face: 'geometric',
      bold: true,
      fill: p.ground,
      lines: 2,
      leading: 0.95,
    }).svg +
    set(artist, { x: 18, y: 289, width: 264, size: 11.5, face: 'geometric', fill: p.ground, spacing: 0.06 })
      .svg
  )
}

export const blockNote: Composition = ({ artist, title, palette: p, chance }) => {
  const odd = chance.whole(1, 5)
  const columns = chance.whole(6, 8)
  const wide = 268 / columns
  const bars = Array.from({ length: columns }, (_, i) => {
    const high = 62 + chance.between(0, 96)
    const colour = i === odd ? p.a : i % 3 === 2 ? p.b : p.ink
    return rect(16 + i * wide, i === odd ? 150 : 16, wide - 6, i === odd ? 60 : high, colour)
  }).join('')
  const name = set(artist, {
    x: 16,
    y: 252,
    width: 268,
    size: 40,
    face: 'narrow',
    bold: true,
    fill: p.ink,
    spacing: -0.02,
  })
  return (
    fillAll(p.ground) +
    bars +
    circle(16 + odd * wide + wide / 2 - 3, 110, wide / 2 - 3, p.a) +
    name.svg +
    set(title, {
      x: 16,
      y: 278,
      width: 268,
      size: 24,
      face: 'narrow',
      fill: inkOn(p, p.ground),
      italic: chance.chance(0.3),
    }).svg
  )
}

export const modernist: Composition = ({ artist, title, palette: p, chance }) => {
  const tilt = chance.between(-14, 14)
  const shapes = chance.shuffle([p.a, p.b, p.c, p.ink, p.a]).map((colour, i) => {
    const x = 34 + i * 56 + chance.between(-10, 10)
    const y = 106 + chance.between(-44, 60)
    const r = chance.between(24, 50)
    return chance.pick([
      () => circle(x, y, r, colour, ' opacity=".93"'),
      () =>
        path(
          `M${f(x)} ${f(y - r * 1.5)}L${f(x + r * 0.75)} ${f(y)}L${f(x)} ${f(y + r * 1.5)}L${f(x - r * 0.75)} ${f(y)}Z`,
          colour,
        ),
      () => path(`M${f(x - r)} ${f(y)}A${f(r)} ${f(r)} 0 0 1 ${f(x + r)} ${f(y)}Z`, colour),
      () => rect(x - 7, y - r * 1.5, 14, r * 3, colour),
    ])()
  })
  return (
    fillAll(p.ground) +
    `<g transform="rotate(${f(tilt)} 150 130)">${shapes.join('')}</g>` +
    path('M0 214L300 198V300H0Z', p.ink) +
    set(title, { x: 18, y: 252, width: 264, size: 27, face: 'didone', fill: p.ground, italic: true }).svg +
    set(artist, {
      x: 18,
      y: 280,
      width: 264,
      size: 13,
      face: 'grotesk',
      bold: true,
      fill: p.ground,
      spacing: 0.04,
    }).svg
  )
}

export const tiles: Composition = ({ artist, title, palette: p, chance }) => {
  const n = chance.pick([5, 6])
  const s = 300 / n
  const colours = [p.a, p.b, p.c, p.ink]
  const turn = ['0 0 0', '1 0 90', '1 1 180', '0 1 270']
  const isMirrored = chance.chance(0.6)
  const plan = Array.from({ length: n * n }, () => ({
    t: chance.whole(0, 3),
    colour: chance.pick(colours),
    dot: chance.chance(0.28),
  }))
  let out = ''
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) {
      const flip = isMirrored && column >= n / 2
      const tile = plan[row * n + (flip ? n - 1 - column : column)]!
      const [dx, dy, angle] = turn[flip ? (tile.t ^ 1) & 3 : tile.t]!.split(' ').map(Number)
      out +=
        `<g transform="translate(${f((column + dx!) * s)} ${f((row + dy!) * s)}) rotate(${angle})">` +
        path(`M0 0H${f(s)}A${f(s)} ${f(s)} 0 0 1 0 ${f(s)}Z`, tile.colour) +
        (tile.dot ? path(`M0 0H${f(s / 2)}A${f(s / 2)} ${f(s / 2)} 0 0 1 0 ${f(s / 2)}Z`, p.ground) : '') +
        '</g>'
    }
  }
  const name = set(title, {
    x: 150,
    y: 150,
    width: 168,
    size: 24,
    face: 'serif',
    bold: true,
    fill: p.ground,
    anchor: 'middle',
    lines: 2,
  })
  const artistLine = set(artist, {
    x: 150,
    y: 0,
    width: 168,
    size: 12.5,
    face: 'serif',
    italic: true,
    fill: p.ground,
    anchor: 'middle',
  })
  const top = 150 - (name.height + 20) / 2
  return (
    fillAll(p.ground) +
    out +
    rect(50, top - 18, 200, name.height + 50, p.ground) +
    rect(54, top - 14, 192, name.height + 42, p.ink) +
    `<g transform="translate(0 ${f(top + name.size - 150 + 2)})">${name.svg}</g><g transform="translate(0 ${f(top + name.height + 15)})">${artistLine.svg}</g>`
  )
}
