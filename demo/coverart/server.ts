import type { FastifyInstance } from 'fastify'
import { makeHandler, type Answer, type Call } from '../service/handler.ts'
import type { DemoState, Rule } from '../service/rules.ts'
import { isMbid } from '../world/ids.ts'
import type { Release } from '../world/releases.ts'
import type { World } from '../world/world.ts'
import { drawFront, frontOf, frontReleaseOf, indexOf, sizes } from './images.ts'

/** `not-picture` sends a page with status 200 in place of the picture. */
export const coverartFaults = ['busy', 'not-found', 'not-picture']

const open = { 'access-control-allow-origin': '*' }

const page = (status: number, title: string, text: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>\n<html lang=en>\n<title>${status} ${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>\n`,
  headers: open,
})
const notFound = (text: string) => page(404, 'Not Found', text)

const notPicture: Answer = {
  status: 200,
  type: 'text/html; charset=utf-8',
  body: '<!DOCTYPE html>\n<html><head><title>Internet Archive: Item not available</title></head><body>The item is not available.</body></html>\n',
  headers: open,
}

const isPicture = ({ path }: Call) => path.includes('/coverart-node/')

/** A page takes the place of a picture, not of the redirects before it. */
const isPossible = (fault: string, call: Call) => fault !== 'not-picture' || isPicture(call)

const failures = ({ fault }: Rule): Answer | undefined => {
  if (fault === 'busy') return page(503, 'Service Unavailable', 'The service is temporarily unavailable.')
  if (fault === 'not-found') return notFound('No cover art found')
  return fault === 'not-picture' ? notPicture : undefined
}

const redirect = (status: number, location: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `See: ${location}\n`,
  headers: { ...open, location },
})

type Place = { world: World; origin: string }

const currentId = (world: World, id: string) => world.merged.get(id) ?? id

/** Redirects to a file of a release's item at the archive. */
const toArchive = ({ origin }: Place, release: Release, file: string) =>
  redirect(307, `${origin}/coverart-archive/download/mbid-${release.id}/${file}`)

/** Finds the file of 'front-500', 'back' or '123456-250.jpg'. */
function toImage(place: Place, release: Release, wanted: string): Answer {
  const [, name, size] = /^([a-z]+|\d+)(?:-(250|500|1200))?(?:\.(?:jpg|png))?$/.exec(wanted) ?? []
  const image = frontOf(release)
  if (!name) return page(400, 'Bad Request', `${wanted} does not contain a valid cover image id`)
  if (name === 'front' ? !image : name !== String(image?.id)) {
    return /^\d/.test(name)
      ? notFound(`cover image with id ${name} not found`)
      : notFound(`No ${name} cover image found for release with identifier ${release.id}`)
  }
  const file = size ? `_thumb${size}.jpg` : `.${image!.suffix}`
  return toArchive(place, release, `mbid-${release.id}-${image!.id}${file}`)
}

/** coverartarchive.org: redirects to the archive, or says that there is no image. */
function redirector(place: Place, path: string): Answer {
  const [entity, id = '', wanted = ''] = path.split('/').filter(Boolean)
  if (entity !== 'release' && entity !== 'release-group')
    return page(400, 'Bad Request', 'Only the following entities are supported: release, release-group')
  if (!isMbid(id)) return page(400, 'Bad Request', 'invalid MBID specified')
  const { world } = place
  if (entity === 'release') {
    const release = world.releases.get(currentId(world, id))
    if (!release?.hasFront) return notFound(`No cover art found for release ${id}`)
    return wanted ? toImage(place, release, wanted) : toArchive(place, release, 'index.json')
  }
  const group = world.groups.get(currentId(world, id))
  const release = group && frontReleaseOf(group)
  if (wanted && !/^front(?:-(?:250|500|1200))?$/.test(wanted))
    return page(400, 'Bad Request', 'front is the only supported image of a release group')
  if (!release) return notFound(`No cover art found for release group ${id}`)
  return wanted ? toImage(place, release, wanted) : toArchive(place, release, 'index.json')
}

/** archive.org: redirects to the node that has the item. */
const archive = ({ origin }: Place, path: string) =>
  redirect(302, `${origin}/coverart-node/${path.replace(/^download/, '12/items')}`)

/** A node of the archive: it has the files. */
async function node({ world, origin }: Place, path: string): Promise<Answer> {
  const [, releaseId = '', file = ''] = /items\/mbid-([^/]+)\/(.+)$/.exec(path) ?? []
  const release = world.releases.get(releaseId)
  const image = release && frontOf(release)
  if (!image) return notFound('Item not available')
  if (file === 'index.json')
    return { status: 200, body: indexOf(release, image, `${origin}/coverart`), headers: open }
  const thumb = /_thumb(\d+)\.jpg$/.exec(file)?.[1]
  const size = sizes.find((edge) => String(edge) === thumb) ?? null
  const isMissing = !file.includes(`-${image.id}`) || (thumb && !size) || (size === 1200 && image.isOld)
  if (isMissing) return notFound('File not found')
  const type = !thumb && image.suffix === 'png' ? 'image/png' : 'image/jpeg'
  return { status: 200, type, body: await drawFront(release, image, size), headers: open }
}

type Options = { state: DemoState; world: () => World; origin: () => string; now: () => Date }

/** The stand-ins of the Cover Art Archive, of archive.org and of its nodes: three folders of one origin. */
export async function coverart(app: FastifyInstance, { state, world, origin, now }: Options) {
  const respond = (call: Call): Answer | Promise<Answer> => {
    const place = { world: world(), origin: origin() }
    const [, folder, path = ''] = /^\/([^/]+)\/(.*)$/.exec(call.path) ?? []
    if (folder === 'coverart') return redirector(place, path)
    return folder === 'coverart-archive' ? archive(place, path) : node(place, path)
  }
  const handler = makeHandler(app, { service: 'coverart', state, now, failures, isPossible, respond })
  for (const folder of ['coverart', 'coverart-archive', 'coverart-node'])
    app.route({ method: ['GET', 'HEAD', 'OPTIONS'], url: `/${folder}/*`, handler })
}
