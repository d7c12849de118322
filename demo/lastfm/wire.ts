import type { Album } from '../catalog/catalog.ts'

/** The star that replaces every artist's picture. */
export const star = '2a96cbd8b46e442fc41c2b86b821562f'

const sizes = [
  ['small', '34s'],
  ['medium', '64s'],
  ['large', '174s'],
  ['extralarge', '300x300'],
  ['mega', '300x300'],
  ['', '300x300'],
] as const

export type Image = { '#text': string; size: string }

const pictureUrl = (base: string, size: string, id: string) => `${base}/covers/${size}/${id}.svg`

/** Returns an image array with `count` entries; without an id all their URLs are empty. */
export const images = (base: string, id: string | null, count: number, sizeFirst = false): Image[] =>
  sizes.slice(0, count).map(([size, folder]) => {
    const text = id === null ? '' : pictureUrl(base, folder, id)
    return sizeFirst ? { size, '#text': text } : { '#text': text, size }
  })

export const albumImage = (base: string, album: Album): string | null =>
  album.hasCover ? pictureUrl(base, '300x300', album.id) : null

export const siteName = (name: string) =>
  encodeURIComponent(name)
    .replace(/%2B/g, '%252B')
    .replace(/%20/g, '+')
    .replace(/%3A/g, ':')
    .replace(/%2C/g, ',')

export const siteUrl = (...names: string[]) => `https://www.last.fm/music/${names.map(siteName).join('/')}`

const tagUrl = (tag: string) => `https://www.last.fm/tag/${siteName(tag)}`

/** Converts a list as from XML: none → '', one → the object itself, more → an array. */
export const collapse = <Item>(items: Item[]): Item | Item[] | '' =>
  items.length === 0 ? '' : items.length === 1 ? items[0]! : items

export const tagList = (tags: string[]) =>
  tags.length === 0 ? '' : { tag: collapse(tags.map((name) => ({ url: tagUrl(name), name }))) }

const licence =
  'User-contributed text is available under the Creative Commons By-SA License; additional terms may apply.'

/** Only an album's summary ends with a full stop. */
export function texts(text: string, url: string, published: string, dot: boolean) {
  const link = `<a href="${url}">Read more on Last.fm</a>`
  return {
    published: text ? published : '01 Jan 1970, 00:00',
    summary: `${text.split('\n\n')[0]} ${link}${dot ? '.' : ''}`,
    content: text ? `${text} ${link}. ${licence}` : '',
  }
}

export type WireResponse = { status: number; body: Record<string, unknown> }

export const failure = (error: number, message: string, status: number): WireResponse => ({
  status,
  body: { message, error },
})

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: unknown) =>
  String((text as string | number | null | undefined) ?? '').replace(/[&<>"]/g, (sign) => escapes[sign]!)

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('\n')
  if (value === null || typeof value !== 'object') return `<${name}>${escapeXml(value)}</${name}>`
  const fields = Object.entries(value).filter(([key]) => key !== '@attr')
  const hasText = '#text' in value
  const textAttributes = hasText ? fields.filter(([key]) => key !== '#text') : []
  const attributes = [...textAttributes, ...Object.entries((value as { '@attr'?: object })['@attr'] ?? {})]
    .map(([key, text]) => ` ${key}="${escapeXml(text)}"`)
    .join('')
  const inner = hasText
    ? escapeXml(value['#text'])
    : fields.map(([key, child]) => element(key, child)).join('\n')
  return `<${name}${attributes}>${inner}</${name}>`
}

/** Serializes the same response as the service does without `format=json`. */
export function toXml(body: Record<string, unknown>): string {
  const isFailure = 'error' in body
  const inner = isFailure
    ? `<error code="${escapeXml(body.error)}">${escapeXml(body.message)}</error>`
    : Object.entries(body)
        .map(([name, value]) => element(name, value))
        .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="${isFailure ? 'failed' : 'ok'}">\n${inner}\n</lfm>\n`
}
