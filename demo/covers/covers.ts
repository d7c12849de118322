import type { Album } from '../catalog/catalog.ts'
import { windows } from './architectural.ts'
import { blockNote, grooves, modernist, swiss, tiles } from './geometric.ts'
import { escapeText } from './lettering.ts'
import { bands, bigType, halftone, ripples, stripes } from './optical.ts'
import { collage, cutouts, haze, horizon, oneLine, tape } from './painted.ts'
import { palettes } from './palettes.ts'
import { carpet, sunburst, waves } from './psychedelic.ts'
import { seeded } from './seeded.ts'
import type { Composition } from './sleeve.ts'

export const families: Record<string, Composition> = {
  swiss,
  grooves,
  blockNote,
  modernist,
  tiles,
  windows,
  halftone,
  stripes,
  bigType,
  bands,
  ripples,
  horizon,
  collage,
  haze,
  oneLine,
  cutouts,
  tape,
  waves,
  sunburst,
  carpet,
}

/** Typical looks of music: the first row that matches a tag applies, and the choice among its values is random. */
const looks: [RegExp, string, string][] = [
  [
    /anatolian rock/,
    'waves sunburst carpet bands',
    'saffron turquois ember tomato teal orchid citrus rust aqua crimson',
  ],
  [
    /psychedelic|tropicália|surf/,
    'waves sunburst bands grooves cutouts',
    'saffron orchid coral turquois peach citrus lilac indigo',
  ],
  [
    /jazz|bossa|ethio/,
    'blockNote modernist cutouts swiss',
    'cobalt mustard tomato teal sky paper olive denim saffron mint',
  ],
  [
    /ambient|post-rock|minimal|shoegaze|dream pop|ethereal/,
    'haze horizon oneLine ripples',
    'fog night bone lilac pine sky plum sand blush slate mint',
  ],
  [
    /idm|techno|dubstep|electronic|house|synthpop|krautrock/,
    'swiss grooves stripes ripples halftone haze',
    'silver milk cobalt sulphur black indigo coral aqua citrus night',
  ],
  [
    /post-punk|coldwave|gothic|trip-hop/,
    'windows stripes haze halftone ripples',
    'black night slate ink fog plum wine white indigo',
  ],
  [
    /metal|hard rock|punk|grunge/,
    'bigType halftone collage stripes',
    'black tomato ink white crimson sulphur ember silver',
  ],
  [
    /hip-hop|rap|trap/,
    'bigType collage halftone tape haze',
    'ink cocoa mustard olive crimson slate rust silver',
  ],
  [
    /soul|rnb|funk|disco|motown|reggae|afrobeat/,
    'bands grooves sunburst modernist haze',
    'rust saffron cocoa wine peach plum teal ember forest',
  ],
  [
    /city pop|j-pop|k-pop|mandopop|shibuya-kei|arabesk/,
    'horizon bands grooves cutouts modernist',
    'sky peach coral mint blush aqua lilac milk rose turquois',
  ],
  [
    /arabic|greek|morna|cuban|flamenco|qawwali|classical|world|choral|desert blues/,
    'tiles carpet horizon sunburst cutouts',
    'sand turquois saffron rust denim crimson mustard aqua forest',
  ],
  [
    /folk|singer-songwriter|acoustic|nueva canción/,
    'oneLine horizon cutouts tape collage',
    'bone sand paper moss blush forest fog olive mint sky',
  ],
  [
    /./,
    'collage cutouts swiss halftone bigType modernist horizon tape grooves',
    'paper tomato mustard sky plum olive coral denim rose citrus forest milk wine',
  ],
]

type Sleeved = Pick<Album, 'name' | 'artist'> & Partial<Pick<Album, 'tags' | 'year'>>

export function lookOf(album: Sleeved): { family: string; palette: string } {
  const chance = seeded(`look of ${album.artist} / ${album.name}`)
  const tags = album.tags?.join(' ') || 'none'
  const [, kinds, colours] = looks.find(([tag]) => tag.test(tags))!
  const kind = /^[^\p{L}]*$/u.test(album.name) ? 'bigType' : chance.pick(kinds.split(' '))
  return { family: kind, palette: chance.pick(colours.split(' ')) }
}

/** Latin names for sleeves: many machines have no Hangul font, and many real sleeves carry a Latin name. */
const onSleeve: Record<string, string> = {
  새소년: 'SE SO NEON',
  비적응: 'Nonadaptation',
  김광석: 'Kim Kwang-seok',
  네번째: 'Fourth',
  아이유: 'IU',
}

export function coverSvg(album: Sleeved, edge = 300): string {
  const { family, palette } = lookOf(album)
  const drawing = families[family]!({
    artist: onSleeve[album.artist] ?? album.artist,
    title: onSleeve[album.name] ?? album.name,
    year: album.year ?? 1977,
    palette: palettes[palette]!,
    chance: seeded(`sleeve of ${album.artist} / ${album.name}`),
    small: edge <= 64,
  })
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="${edge}" height="${edge}" role="img">` +
    `<title>${escapeText(`${album.artist} – ${album.name}`)}</title>${drawing}</svg>`
  )
}
