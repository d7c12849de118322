import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../server/lib/root.ts'
import { albums, findArtist, type Album } from '../catalog/catalog.ts'

export type Person = {
  nickname: string
  bio: string
  /** tags and countries of the catalogue that determine their logs without a review */
  taste: string[]
  reviews: { album: Album; rating: number; text: string }[]
}

const people: [nickname: string, taste: string, bio: string][] = [
  [
    'deniz',
    'anatolian rock,jazz,electronic,Turkey',
    "Kadıköy'de küçük bir plakçı. Çay var, kedi var, iade yok.",
  ],
  ['june', 'trip-hop,art pop,british,ambient', 'Bristol. Night shifts, long walks, low end.'],
  ['kerem', 'metal,hard rock,turkish rock,punk', 'Ankara. Gündüz mühendis, gece garaj.'],
  ['aylin_su', 'singer-songwriter,folk,pop,soul', 'İzmir, deniz kenarı. Sözlere takılırım.'],
  [
    'takumi',
    'japanese,city pop,synthpop',
    '下北沢の近く。レコードとコーヒー。 Sorry for my English, the music is perfect.',
  ],
  [
    'noor',
    'arabic,vocal,jazz,indie rock',
    'Beirut by way of Montreal. Fairuz before noon, everything else after.',
  ],
  [
    'bastian',
    'krautrock,german,electronic,art rock',
    'Köln. Hört Platten von vorne bis hinten und meistens zu laut.',
  ],
  ['lucia_r', 'flamenco,latin,rock en español,pop', 'Madrid. Traductora de día, palmera de noche.'],
  [
    'theo',
    'greek,post-punk,soundtrack',
    'Athens. Projectionist. I stay for the credits because of the music.',
  ],
  ['ines', 'brazilian,mpb,tropicália,soul', 'São Paulo. Violão mal tocado, discos bem ouvidos.'],
  ['olek', 'post-rock,ukrainian,krautrock,belarusian', 'Kyiv. Sound engineer, mostly generators lately.'],
  ['marguerite', 'french,dream pop,downtempo,80s', 'Lyon. Libraire. Je classe mes disques par météo.'],
  ['sam_okafor', 'afrobeat,hip-hop,neo-soul,soul', 'Lagos, Peckham. Bass player. Ask me about the one.'],
  ['hazal', 'indie,20s,10s,turkish rap', 'öğrenciyim, kulaklık takılıysa duymuyorum'],
  ['burak_plak', 'progressive rock,jazz,60s,anatolian rock', '1.400 plak, bir eş, bir sır: aslında 1.700.'],
  ['wren', 'folk,acoustic,indie rock', 'Portland, the rainy one. Woodworker. Songs with air in them.'],
  ['dusty_fingers', 'soul,funk,motown,jazz', 'Detroit. Digging since 1984. The dollar bin is a university.'],
  ['sixtyfour', 'idm,house,dubstep,electronic', 'lower case only'],
  ['ozgur78', 'anatolian rock,psychedelic,70s', 'Eskişehir. 70’lerden çıkamadım, çıkmaya da niyetim yok.'],
  [
    'minji',
    'korean,k-pop,indie,j-pop',
    'Seoul. I make tiny animated films and play the same song for a week.',
  ],
  ['aoife', 'shoegaze,punk,indie rock,alternative', 'Dublin. Nurse. Loud on my days off.'],
  ['elif_k', 'ambient,modern classical,icelandic', 'İstanbul, Moda. Sessizliğe yakın şeyler.'],
  [
    'pablo_cassette',
    'rock en español,new wave,grunge,nueva canción',
    'Buenos Aires. Todavía rebobino con lapicera.',
  ],
  [
    'grumpy_uncle',
    '60s,rock,folk rock,blues rock',
    'Retired plumber, Hull. It was better on vinyl. So was I.',
  ],
]

const byName = (name: string): Album => {
  const [artist, title] = name.includes(' / ') ? name.split(' / ') : [null, name]
  const artistName = artist ? findArtist(artist, true)?.name : null
  const match = albums.find((album) => album.name === title && (!artistName || album.artist === artistName))
  if (!match) throw new Error(`demo/people: no album is called ${name}`)
  return match
}

/** Reads a file of the people's texts; each line belongs to the nickname above it ('@nickname'). */
function readBlocks(file: string): { nickname: string; line: string }[] {
  let nickname = ''
  const blocks: { nickname: string; line: string }[] = []
  for (const line of readFileSync(join(root, 'demo/people', file), 'utf8').split('\n')) {
    if (line.startsWith('@')) nickname = line.slice(1).trim()
    if (line.trim() !== '' && !line.startsWith('//')) blocks.push({ nickname, line: line.trim() })
  }
  return blocks
}

const reviews = ['reviews-turkish.txt', 'reviews-english.txt', 'reviews-elsewhere.txt']
  .flatMap(readBlocks)
  .filter(({ line }) => !line.startsWith('@'))
  .map(({ nickname, line }) => {
    const [name, rating, ...text] = line.split('|').map((part) => part.trim())
    return { nickname, album: byName(name!), rating: Number(rating), text: text.join('|') }
  })

export const samplePeople: Person[] = people.map(([nickname, taste, bio]) => ({
  nickname,
  bio,
  taste: taste.split(','),
  reviews: reviews.filter((review) => review.nickname === nickname),
}))

export type SampleList = {
  owner: string
  name: string
  description: string
  albums: Album[]
  comments: { nickname: string; text: string }[]
}

/** Format: '= name | description', '+ albums' and '> nickname: comment' below their owner. */
export function readLists(): SampleList[] {
  const lists: SampleList[] = []
  for (const { nickname, line } of readBlocks('lists.txt')) {
    const rest = line.slice(2)
    const list = lists.at(-1)
    if (line.startsWith('= ')) {
      const [name, description] = rest.split('|').map((part) => part.trim())
      lists.push({ owner: nickname, name: name!, description: description ?? '', albums: [], comments: [] })
    } else if (line.startsWith('+ ')) list!.albums.push(...rest.split(';').map((name) => byName(name.trim())))
    else if (line.startsWith('> ')) {
      const [author, ...text] = rest.split(':')
      list!.comments.push({ nickname: author!.trim(), text: text.join(':').trim() })
    }
  }
  return lists
}

/** Format: 'album | nickname: reply' below the review's author. */
export const readReplies = () =>
  readBlocks('replies.txt')
    .filter(({ line }) => !line.startsWith('@'))
    .map(({ nickname, line }) => {
      const [name, rest] = line.split('|')
      const [author, ...text] = rest!.split(':')
      return {
        reviewer: nickname,
        album: byName(name!.trim()),
        nickname: author!.trim(),
        text: text.join(':').trim(),
      }
    })
