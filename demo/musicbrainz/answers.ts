import { createHash } from 'node:crypto'
import type { Answer } from '../service/handler.ts'

const help = 'For usage, please see: https://musicbrainz.org/development/mmd'

export const ok = (body: unknown): Answer => {
  const text = JSON.stringify(body)
  return { status: 200, body: text, headers: { etag: `"${createHash('md5').update(text).digest('hex')}"` } }
}

export const failure = (status: number, error: string): Answer => ({ status, body: { error, help } })

export const badRequest = (error: string) => failure(400, error)
export const notFound = failure(404, 'Not Found')
export const noMatch = (resource: string) =>
  badRequest(`The given parameters do not match any available query type for the ${resource} resource.`)
