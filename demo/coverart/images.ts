import { coverSvg } from '../covers/covers.ts'
import { seeded } from '../covers/seeded.ts'
import { raster } from '../service/raster.ts'
import { dateKey, type Release } from '../world/releases.ts'
import { creditName, type Group } from '../world/world.ts'

export const sizes = [250, 500, 1200] as const
type Size = (typeof sizes)[number]

/** The front of a release as the archive stores it. */
export type FrontImage = {
  id: number
  /** file type of the original; its thumbnails are always JPEG */
  suffix: 'jpg' | 'png'
  /** old entries list only 'small' and 'large', and have no file of 1200 pixels */
  isOld: boolean
  edge: number
}

export function frontOf(release: Release): FrontImage | null {
  if (!release.hasFront) return null
  const chance = seeded(`front of ${release.id}`)
  return {
    id: chance.whole(1e9, 4e10),
    suffix: chance.chance(0.2) ? 'png' : 'jpg',
    isOld: chance.chance(0.15),
    edge: chance.pick([600, 1000, 1425]),
  }
}

/** The release whose front stands for a group: the earliest with one. */
export const frontReleaseOf = (group: Group): Release | undefined =>
  group.releases
    .filter(({ hasFront }) => hasFront)
    .toSorted((a, b) => (dateKey(a.date) < dateKey(b.date) ? -1 : 1))[0]

const svgOf = ({ group }: Release) =>
  coverSvg(
    {
      artist: creditName(group.credit),
      name: group.title,
      year: Number(group.firstReleaseDate.slice(0, 4)) || undefined,
      tags: group.tags.map(({ name }) => name),
    },
    1200,
  )

/** Renders an image of a release: the original, or a thumbnail. */
export function drawFront(release: Release, image: FrontImage, size: Size | null): Promise<Buffer> {
  const format = size === null && image.suffix === 'png' ? 'png' : 'jpeg'
  return raster(`front ${release.id}`, { svg: svgOf(release), width: size ?? image.edge, format })
}

/** The list of a release's images; its addresses begin with http, whatever the page was asked by. */
export function indexOf(release: Release, image: FrontImage, base: string) {
  const file = `${base.replace(/^https:/, 'http:')}/release/${release.id}/${image.id}`
  return {
    images: [
      {
        approved: true,
        back: false,
        comment: '',
        edit: 20_000_000 + (image.id % 1_000_000),
        front: true,
        // Both forms occur.
        id: image.isOld ? String(image.id) : image.id,
        image: `${file}.${image.suffix}`,
        thumbnails: {
          ...(!image.isOld && Object.fromEntries(sizes.map((size) => [size, `${file}-${size}.jpg`]))),
          large: `${file}-500.jpg`,
          small: `${file}-250.jpg`,
        },
        types: ['Front'],
      },
    ],
    release: `http://musicbrainz.org/release/${release.id}`,
  }
}
