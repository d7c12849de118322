import { set } from './lettering.ts'
import { mix } from './palettes.ts'
import { circle, fillAll, rect, type Composition } from './sleeve.ts'

export const windows: Composition = ({ artist, title, palette: p, chance }) => {
  const columns = chance.whole(7, 10)
  const s = 220 / columns
  let out = ''
  for (let row = 0; row < 11; row++) {
    for (let column = 0; column < columns; column++) {
      const lit = chance.chance(0.13)
      out += rect(
        60 + column * s,
        62 + row * 18,
        s - 4,
        11,
        lit ? (chance.chance(0.7) ? p.b : p.a) : mix(p.c, p.ground, 0.25),
      )
    }
  }
  return (
    fillAll(p.ground) +
    rect(50, 50, 300, 260, mix(p.ground, p.c, 0.5)) +
    out +
    circle(30, 34, 11, p.b) +
    `<g transform="rotate(-90 30 290)">${set(title, { x: 30, y: 294, width: 232, size: 23, face: 'grotesk', bold: true, fill: p.ink }).svg}</g>` +
    set(artist, {
      x: 282,
      y: 34,
      width: 220,
      size: 13,
      face: 'grotesk',
      fill: p.ink,
      anchor: 'end',
      spacing: 0.08,
      caps: true,
    }).svg
  )
}
