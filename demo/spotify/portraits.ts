import { createHash } from 'node:crypto'
import { artists, type Artist } from '../catalog/catalog.ts'
import { mix, palettes, type Palette } from '../covers/palettes.ts'
import { seeded, type Seeded } from '../covers/seeded.ts'
import { blob, circle, f, fillAll, grain, path, rect } from '../covers/sleeve.ts'

export const edges = [640, 320, 160] as const

/** Different for each size, as at the service. */
export const pictureId = (artist: Artist, edge: number): string =>
  createHash('sha1').update(`${edge} ${artist.name}`).digest('hex')

/** Some artists have none, as in real responses. */
export const hasPicture = (artist: Artist): boolean => seeded(`picture of ${artist.name}`).next() > 0.08

const files = new Map(
  artists
    .filter(hasPicture)
    .flatMap((artist) => edges.map((edge) => [pictureId(artist, edge), { artist, edge }] as const)),
)

export const findPicture = (id: string): { artist: Artist; edge: number } | undefined => files.get(id)

/** A palette sorted by brightness: a dark figure is drawn before a bright ground. */
type Light = { dark: string; dim: string; mid: string; warm: string; bright: string }
type Scene = (light: Light, chance: Seeded) => string

const brightness = (colour: string) =>
  [1, 3, 5].reduce(
    (sum, place, index) => sum + parseInt(colour.slice(place, place + 2), 16) * [0.3, 0.59, 0.11][index]!,
    0,
  )

function lightOf({ ground, ink, a, b, c }: Palette): Light {
  const [dark, dim, mid, warm, bright] = [ground, ink, a, b, c].toSorted(
    (one, other) => brightness(one) - brightness(other),
  )
  return { dark: mix(dark!, '#0b090b', 0.45), dim: dim!, mid: mid!, warm: warm!, bright: bright! }
}

/** Draws a figure against the light, without a face: real artists have faces of their own. */
function figure(x: number, size: number, colour: string, chance: Seeded): string {
  const top = 150 - 38 * size
  const pointAt = (dx: number, dy: number) => `${f(x + dx * size)} ${f(top + dy * size)}`
  const wide = chance.between(82, 100)
  const half = (side: number) => [
    `C${pointAt(side * 20, 62)} ${pointAt(side * 24, 68)} ${pointAt(side * 46, 76)}`,
    `C${pointAt(side * (wide - 8), 88)} ${pointAt(side * wide, 104)} ${pointAt(side * wide, 150)}`,
  ]
  const [slope, arm] = half(1)
  const back = `M${pointAt(-wide, 150)}C${pointAt(-wide, 104)} ${pointAt(-(wide - 8), 88)} ${pointAt(-46, 76)}C${pointAt(-24, 68)} ${pointAt(-20, 62)} ${pointAt(-18, 36)}`
  const body = path(`${back}L${pointAt(18, 36)}${slope}${arm}V310H${f(x - wide * size)}Z`, colour)
  const head = `<ellipse cx="${f(x)}" cy="${f(top)}" rx="${f(31 * size)}" ry="${f(41 * size)}" fill="${colour}"/>`
  const curls = Array.from({ length: 9 }, (_, step) => {
    const angle = Math.PI * (1 + step / 8)
    return circle(
      x + Math.cos(angle) * 32 * size,
      top - 6 * size + Math.sin(angle) * 34 * size,
      chance.between(11, 17) * size,
      colour,
    )
  }).join('')
  const hairs = [
    () => '',
    () => curls,
    () =>
      path(
        `M${pointAt(-36, 70)}C${pointAt(-52, -20)} ${pointAt(-36, -52)} ${pointAt(0, -52)}C${pointAt(36, -52)} ${pointAt(52, -20)} ${pointAt(36, 70)}Z`,
        colour,
      ),
    () => circle(x + 4 * size, top - 46 * size, 16 * size, colour),
    () =>
      rect(x - 52 * size, top - 30 * size, 104 * size, 7 * size, colour, ' rx="3"') +
      rect(x - 30 * size, top - 62 * size, 60 * size, 36 * size, colour, ' rx="8"'),
  ]
  return chance.pick(hairs)() + body + head
}

const spotlight: Scene = ({ dark, dim, mid, warm, bright }, chance) => {
  const x = chance.between(115, 185)
  const beam = (from: number, colour: string) =>
    path(`M${f(from - 8)} -10H${f(from + 8)}L${f(x + 130)} 310H${f(x - 130)}Z`, colour, ' opacity=".42"')
  return (
    fillAll(mix(dim, dark, 0.4)) +
    beam(chance.between(20, 120), warm) +
    beam(chance.between(180, 280), bright) +
    circle(x, 118, 96, mid, ' opacity=".75"') +
    figure(x, 1, dark, chance)
  )
}

const duotone: Scene = ({ dark, mid, warm, bright }, chance) => {
  const lines = Array.from({ length: 30 }, (_, row) =>
    rect(0, row * 10, 300, chance.between(0.6, 3.2), warm, ' opacity=".55"'),
  ).join('')
  return (
    fillAll(bright) +
    circle(chance.between(70, 230), chance.between(80, 130), chance.between(86, 112), mid) +
    figure(chance.between(125, 175), 1.3, dark, chance) +
    lines
  )
}

const company: Scene = ({ dark, dim, mid, warm, bright }, chance) => {
  const places = chance.shuffle([62, 150, 238])
  const depth = [mix(dark, mid, 0.55), mix(dark, dim, 0.5), dark]
  const people = places.map((x, place) =>
    figure(x + chance.between(-8, 8), 0.74 + place * 0.09, depth[place]!, chance),
  )
  return (
    fillAll(warm) +
    rect(0, chance.between(150, 200), 300, 150, mid) +
    circle(150, chance.between(80, 120), 74, bright) +
    people.join('')
  )
}

const drift: Scene = ({ dark, mid, warm, bright }, chance) => {
  const cloud = (colour: string, x: number, y: number, r: number) =>
    path(
      blob(
        Array.from({ length: 9 }, (_, step): [number, number] => {
          const angle = (step / 9) * 2 * Math.PI
          const reach = r * chance.between(0.72, 1.18)
          return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach]
        }),
      ),
      colour,
    )
  return (
    fillAll(bright) +
    cloud(warm, chance.between(60, 240), 90, 130) +
    cloud(mid, chance.between(80, 220), 180, 100) +
    figure(chance.between(135, 165), 1.12, dark, chance)
  )
}

const scenes = [spotlight, duotone, company, drift]

export function portraitSvg(name: string, edge: number): string {
  const chance = seeded(`portrait of ${name}`)
  const palette = palettes[chance.pick(Object.keys(palettes).filter((key) => key !== 'white'))]!
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="${edge}" height="${edge}">` +
    `${chance.pick(scenes)(lightOf(palette), chance)}${grain(edge < 300)}</svg>`
  )
}
