import { mbidOf } from './ids.ts'

/** The curated genres: a tag with one of these names is a genre. */
const names = `acoustic rock, afrobeat, alternative hip hop, alternative r&b, alternative rock, ambient, ambient techno, anatolian rock,
  arabesk, art pop, art rock, avant-garde jazz, baroque pop, blues, blues rock, bossa nova, british folk rock, chamber folk, choral,
  city pop, classic rock, classical, coldwave, conscious hip hop, contemporary r&b, cool jazz, dance-pop, dance-punk, deep house,
  desert blues, disco, doom metal, downtempo, dream pop, drone, dub, dubstep, east coast hip hop, electronic, emo, entekhno, ethereal,
  ethio-jazz, experimental, fado, flamenco, folk, folk rock, free jazz, funk, fusion, garage rock, glam rock, gospel, gothic rock,
  grunge, hard bop, hard rock, heavy metal, hip hop, house, idm, indian classical, indie folk, indie pop, indie rock, j-pop, jam band,
  jazz, jazz fusion, jazz rap, k-pop, krautrock, latin, mandopop, math rock, metal, midwest emo, minimal, modern classical, morna,
  motown, mpb, neo soul, new age, new wave, noise pop, noise rock, nu metal, nueva canción, ost, piano, pop, pop punk, pop rock,
  post-punk, post-rock, power pop, progressive rock, psychedelic, psychedelic rock, punk, punk rock, qawwali, r&b, rap rock, reggae,
  rock, rock and roll, rock en español, roots reggae, shibuya-kei, shoegaze, singer-songwriter, slowcore, soft rock, son cubano, soul,
  southern hip hop, spiritual jazz, surf rock, swing, synth-pop, synthpop, techno, thrash metal, trap, trip hop, tropicália, turkish pop,
  turkish rock, vocal jazz, west coast hip hop`

export const genres: { id: string; name: string }[] = names
  .split(',')
  .map((name) => name.trim())
  .sort()
  .map((name) => ({ id: mbidOf('genre', name), name }))

const byName = new Map(genres.map((genre) => [genre.name, genre]))

/** Returns the genre that a tag is; undefined for '70s', 'seen live' and other free tags. */
export const genreOf = (tag: string) => byName.get(tag)

/** Names of this service for tags of Last.fm. */
const others: Record<string, string> = {
  'hip-hop': 'hip hop',
  'trip-hop': 'trip hop',
  rnb: 'r&b',
  'alternative rnb': 'alternative r&b',
  'neo-soul': 'neo soul',
  alternative: 'alternative rock',
  'east coast rap': 'east coast hip hop',
  'west coast rap': 'west coast hip hop',
  'southern rap': 'southern hip hop',
  son: 'son cubano',
  surf: 'surf rock',
  vocal: 'vocal jazz',
  'avant-garde': 'avant-garde jazz',
}

export const tagName = (tag: string): string => others[tag] ?? tag
