import type { FastifyInstance, FastifyReply } from 'fastify'
import { avatarSvg } from './avatars.ts'
import { albums } from './catalog/catalog.ts'
import { coverSvg } from './covers/covers.ts'
import { star } from './lastfm/wire.ts'

const byId = new Map(albums.map((album) => [album.id, album]))
const edges: Record<string, number> = { '34s': 34, '64s': 64, '174s': 174, '300x300': 300 }

const send = (reply: FastifyReply, svg: string) =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('x-content-type-options', 'nosniff')
    .type('image/svg+xml')
    .send(svg)

const starSvg = (edge: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="${edge}" height="${edge}">` +
  '<rect width="300" height="300" fill="#eee"/>' +
  '<path fill="#bbb" d="M150 70l23 56 60 5-46 39 14 59-51-32-51 32 14-59-46-39 60-5z"/></svg>'

export async function pictures(app: FastifyInstance) {
  app.get<{ Params: { size: string; file: string } }>('/covers/:size/:file', async ({ params }, reply) => {
    const edge = edges[params.size]
    const id = params.file.replace(/\.svg$/, '')
    const album = byId.get(id)
    if (edge && id === star) return send(reply, starSvg(edge))
    if (!edge || !album?.hasCover) return reply.code(404).send({ message: 'Not found' })
    return send(reply, coverSvg(album, edge))
  })
  app.get<{ Params: { file: string } }>('/avatars/:file', async ({ params }, reply) => {
    const nickname = /^([a-z0-9_]{1,30})\.svg$/.exec(params.file)?.[1]
    if (!nickname) return reply.code(404).send({ message: 'Not found' })
    return send(reply, avatarSvg(nickname))
  })
}
