import { seeded } from '../covers/seeded.ts'
import { pictureClaims, wikidataOf } from '../world/links.ts'
import type { Artist, World } from '../world/world.ts'
import { filesOf, folderOf, type CommonsFile } from './files.ts'

const idOf = (text: string) => seeded(text).whole(1_000_000, 150_000_000)

/** A statement about a picture; its value can be unknown. */
const claimWire = (item: string, { rank, file }: { rank: string; file: string | null }, place: number) => ({
  mainsnak: {
    snaktype: file === null ? 'somevalue' : 'value',
    property: 'P18',
    hash: seeded(`${item} ${file}`).whole(1e8, 9e8).toString(16),
    ...(file !== null && { datavalue: { value: file, type: 'string' } }),
    datatype: 'commonsMedia',
  },
  type: 'statement',
  id: `${item}$${idOf(`${item} ${place}`)}`,
  rank,
})

const cachedItems = new WeakMap<World, Map<string, Artist>>()

/** Finds the artist that an item of Wikidata is about. */
function artistOfItem(world: World, item: string): Artist | undefined {
  let items = cachedItems.get(world)
  if (!items) {
    items = new Map(
      [...world.artists.values()].flatMap((artist) => {
        const id = wikidataOf(artist)
        return id ? [[id, artist] as const] : []
      }),
    )
    cachedItems.set(world, items)
  }
  return items.get(item)
}

/** The statements of an item; an item without pictures has none at all. */
export function claimsWire(world: World, item: string): object | null {
  const artist = artistOfItem(world, item)
  if (!artist) return null
  const claims = pictureClaims(artist).map((claim, place) => claimWire(item, claim, place))
  return claims.length > 0 ? { P18: claims } : {}
}

const fromPage = (value: string) => ({ value, source: 'commons-desc-page' })
const hidden = (value: string) => ({ value, source: 'commons-desc-page', hidden: '' })

const metadataWire = ({ author, licence, credit, artist }: CommonsFile) => ({
  ObjectName: { value: artist.name, source: 'mediawiki-metadata' },
  ImageDescription: fromPage(`<b>${artist.name.replace('&', '&amp;')}</b> on stage`),
  Credit: fromPage(credit),
  Artist: fromPage(author),
  LicenseShortName: hidden(licence.name),
  UsageTerms: fromPage(licence.name),
  AttributionRequired: hidden(licence.url === null ? 'false' : 'true'),
  // A picture in the public domain has no licence to link.
  ...(licence.url && { LicenseUrl: hidden(licence.url) }),
  Copyrighted: hidden(licence.url === null ? 'False' : 'True'),
  Restrictions: hidden(''),
})

/** The addresses of a file: the original and its thumbnails are on hosts of their own. */
export type Hosts = { upload: string; thumbs: string; commons: string }

const pathOf = (name: string) => encodeURIComponent(name.replace(/ /g, '_'))

function thumbWire(file: CommonsFile, width: number, { upload, thumbs }: Hosts) {
  const path = `${folderOf(file.name)}/${pathOf(file.name)}`
  const original = `${upload}/wikipedia/commons/${path}`
  // A picture is never enlarged.
  if (width >= file.width) return { thumburl: original, thumbwidth: file.width, thumbheight: file.height }
  return {
    thumburl: `${thumbs}/wikipedia/commons/thumb/${path}/${width}px-${pathOf(file.name)}`,
    thumbwidth: width,
    thumbheight: Math.round((file.height / file.width) * width),
  }
}

/** A page of Commons in the answer of a query, with the requested parts of `imageinfo`. */
export function pageWire(world: World, title: string, query: URLSearchParams, hosts: Hosts): object {
  const name = title.replace(/^file:/i, '').replace(/_/g, ' ')
  const file = filesOf(world).get(name)
  const page = { ns: 6, title: `File:${name}` }
  if (!file) return { ...page, missing: '', imagerepository: '' }
  const parts = (query.get('iiprop') ?? 'timestamp|user').split('|')
  const width = Number(query.get('iiurlwidth') ?? 0)
  const path = pathOf(name)
  return {
    pageid: idOf(name),
    ...page,
    imagerepository: 'local',
    imageinfo: [
      {
        ...(parts.includes('url') && {
          ...(width > 0 && thumbWire(file, width, hosts)),
          url: `${hosts.upload}/wikipedia/commons/${folderOf(name)}/${path}`,
          descriptionurl: `${hosts.commons}/wiki/File:${path}`,
          descriptionshorturl: `${hosts.commons}/w/index.php?curid=${idOf(name)}`,
        }),
        ...(parts.includes('size') && { size: 1_234_567, width: file.width, height: file.height }),
        ...(parts.includes('mime') && { mime: 'image/jpeg' }),
        ...(parts.includes('extmetadata') && { extmetadata: metadataWire(file) }),
      },
    ],
  }
}
