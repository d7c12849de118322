import { createHash } from 'node:crypto'
import { albums } from '../catalog/catalog.ts'
import { seeded } from '../covers/seeded.ts'

/** An album in the service's catalogue; it can have several artists, and its year can be wrong. */
export type Release = {
  id: string
  name: string
  artists: string[]
  year: number
  /** date with its known precision: '1998', '1998-03' or '1998-03-09' */
  date: string
  kind: 'album' | 'single' | 'compilation'
  tags: string[]
  tracks: { name: string; seconds: number | null }[]
  hasCover: boolean
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns an id in the service's form (22 letters and digits), always the same one for the same thing. */
export function idOf(kind: string, name: string): string {
  let rest = BigInt(`0x${createHash('sha256').update(`${kind} ${name}`).digest('hex')}`)
  return Array.from({ length: 22 }, () => {
    const sign = signs[Number(rest % 62n)]
    rest /= 62n
    return sign
  }).join('')
}

export const trackId = ({ id }: Pick<Release, 'id'>, place: number): string => idOf('track', `${id} ${place}`)

const twoDigits = (value: number) => String(value).padStart(2, '0')

function releaseDate(year: number, name: string): string {
  const chance = seeded(`day of ${name}`)
  const [month, day] = [twoDigits(chance.whole(1, 12)), twoDigits(chance.whole(1, 28))]
  return chance.pick([`${year}`, `${year}-${month}`, `${year}-${month}-${day}`, `${year}-${month}-${day}`])
}

type Draft = Pick<Release, 'name' | 'artists' | 'year' | 'tags' | 'tracks'> & Partial<Release>

const release = (draft: Draft): Release => ({
  id: idOf('album', `${draft.artists.join(', ')} / ${draft.name}`),
  date: releaseDate(draft.year, draft.name),
  kind: draft.tracks.length < 4 ? 'single' : 'album',
  hasCover: true,
  ...draft,
})

export const sharedReleases: Release[] = albums.map(({ artist, name, year, tags, tracks, hasCover }) =>
  release({
    name,
    year,
    tags,
    hasCover,
    kind: 'album',
    artists: [artist],
    tracks: tracks.map((track) => ({ name: track.name, seconds: track.seconds })),
  }),
)

const strangers: [artists: string, name: string, year: number, tag: string, tracks: string][] = [
  [
    'Nova Meridian, Pale Antenna',
    'Glass Harbor',
    1998,
    'ambient',
    'Tide 3:58; Lamps Along the Mole 5:12; Ferry, Late 4:41; Salt 6:03',
  ],
  [
    'Kuzguncuk Oda Orkestrası',
    'İskele',
    2019,
    'jazz',
    'Vapur 4:20; Çınaraltı 3:37; Son Sefer 5:55; Yağmur Sonrası 2:48',
  ],
  [
    'The Lower Pavement',
    'No Parking At Any Time',
    1983,
    'post-punk',
    'Meter Maid 2:31; Double Yellow 2:58; Clamp 1:59; Towed Away 4:10',
  ],
  [
    'Marta Olsdotter',
    'Under snön',
    2021,
    'modern classical',
    'Första dagen 3:02; Andra dagen 3:40; Tredje dagen 7:15',
  ],
  [
    'Galata Dub Konsorsiyumu',
    'Yankı / Echo',
    2011,
    'dub',
    'Kule 6:12; Köprü 5:48; Balıkçılar 7:01; Sis Düdüğü 8:20',
  ],
  [
    'DJ Tumbleweed',
    'Songs for an Empty Mall (Deluxe Edition)',
    2016,
    'electronic',
    'Escalator 3:14; Food Court 2:22; Fountain 4:04; Closing Time 3:33',
  ],
  [
    'Various Artists',
    'Anadolu 45’likleri: Kayıp Plaklar',
    2014,
    'anatolian rock',
    'Kara Tren 2:55; Yayla Yolu 3:12; Dost Bağı 2:44; Gurbet 3:30; Bozkır 3:01',
  ],
  ['Ahmet & the Amplifiers', 'Gürültü?!', 2004, 'punk', 'Bir 1:02; İki 0:58; Üç 1:11; Dört 1:40; Beş 0:49'],
  ['Çelik Bulut', 'Demir Çağı', 1991, 'metal', 'Örs 5:05; Çekiç 4:47; Kıvılcım 6:30; Pas 8:08'],
  [
    'Hollow Quarry',
    'Live at the Hollow Quarry',
    2009,
    'metal',
    'Intro 0:40; Gravel 5:31; Shale 6:12; Encore: Dust 11:45',
  ],
  [
    'Saltmarsh Choir, Ida Penhallow',
    'Compline',
    2018,
    'ambient',
    'Before Thee 4:33; Keep Watch 5:01; Amen, Low Water 9:59',
  ],
  ['×', '÷', 2022, 'experimental', 'a 1:01; b 1:01; c 1:01; d 1:01'],
]

function trackIn(text: string) {
  const [, name, minutes, seconds] = /^(.+) (\d+):(\d\d)$/.exec(text)!
  return { name: name!, seconds: Number(minutes) * 60 + Number(seconds) }
}

export const exclusiveReleases: Release[] = strangers.map(([artists, name, year, tag, tracks]) =>
  release({
    name,
    year,
    artists: artists.split(', '),
    tags: [tag],
    kind: artists === 'Various Artists' ? 'compilation' : 'album',
    tracks: tracks.split('; ').map(trackIn),
  }),
)

const words = (text: string) => text.split(' ')
const first = words(
  'Amber Borrowed Copper Distant Electric Frozen Golden Hidden Ivory Jagged Lonely Midnight Northern Paper Quiet',
)
const second = words(
  'Anchors Balconies Daughters Engines Foxes Gardens Harbours Islands Junctions Lanterns Motels Orchards Pilots',
)
const third = words(
  'Arrival Breakwater Ceremony Departure Evidence Fieldwork Gravity Homecoming Interlude Jubilee Kindling Latitude',
)
const moods = words('ambient jazz indie electronic folk soul metal hip-hop')

export function inventReleases(from: number, count: number): Release[] {
  return Array.from({ length: count }, (_, place) => {
    const number = from + place
    const chance = seeded(`made up ${number}`)
    const artist = `${first[number % first.length]} ${second[Math.floor(number / first.length) % second.length]}`
    const name = `${chance.pick(third)} No. ${number + 1}`
    const year = chance.whole(1958, 2026)
    const tracks = Array.from({ length: chance.whole(4, 9) }, (__, track) => ({
      name: `${chance.pick(third)} ${track + 1}`,
      seconds: chance.whole(95, 420),
    }))
    return release({ name, artists: [artist], year, tags: [chance.pick(moods)], tracks })
  })
}
