import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { eventSchemas } from '../../shared/events.ts'

const root = resolve(import.meta.dirname, '../..')
const textsIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
const server = textsIn('server').join('\n')
const web = textsIn('web').join('\n')

/** Events that only the server's processes send to each other. */
const inside = [
  'user.updated',
  'user.removed',
  'user.disabled',
  'user.audience',
  'relations.changed',
  'limited',
  'album.merged',
  'notifications.touched',
  'session.revoked',
  'token.revoked',
]
const types = Object.keys(eventSchemas)

it.each(types)('%s is told by somebody', (type) =>
  expect(server).toMatch(new RegExp(`(type|event): .*'${type}'`)),
)

it.each(types.filter((type) => !inside.includes(type)))(
  '%s is sent by a subscription, and heard in the web',
  (type) => {
    const sent = new RegExp(
      `(types: \\[[^\\]]*|last: |case |=> \\(\\{\\s*type: )'${type.replace('.', '\\.')}'`,
    )
    expect(server).toMatch(sent)
    expect(web).toMatch(new RegExp(`(case |[!=]== )'${type}'`))
  },
)

it.each(inside)('%s is neither sent as it is nor handled in the web', (type) => {
  expect(server).not.toMatch(new RegExp(`types: \\[[^\\]]*'${type}'`))
  expect(web).not.toContain(`'${type}'`)
})
