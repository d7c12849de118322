import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { tokenOf } from './client.ts'

// The document's use by a stranger: a typed client that others' generator makes from it, and a program written against its types.

const plak = runProduct()
const root = join(import.meta.dirname, '../..')
const oazapfts = join(root, 'node_modules/.bin/oazapfts')
const run = promisify(execFile)

/** A value of a wrong type, or a field that an answer does not have, is an error of the compiler. */
const program = `
import * as plak from './client.ts'

declare const process: { env: Record<string, string> }
plak.defaults.baseUrl = process.env.URL
plak.defaults.headers = { authorization: 'Bearer ' + process.env.TOKEN }

async function expectStatus<Answer extends { status: number }, Status extends Answer['status']>(
  request: Promise<Answer>,
  status: Status,
) {
  const answer = await request
  if (answer.status !== status) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { status: Status }>
}

async function main() {
  const album = { artist: 'AC/DC', album: 'Back in Black' }
  const { data: me } = await expectStatus(plak.getMe(), 200)
  const idempotencyKey = crypto.randomUUID()
  const entry = { ...album, rating: 9, review: 'Loud.', date: '2024-05-01', tags: ['rock'] }
  const { data: log } = await expectStatus(plak.createLog(entry, { idempotencyKey }), 201)
  const { data: same } = await expectStatus(plak.createLog(entry, { idempotencyKey }), 201)
  await expectStatus(plak.updateLog(log.id, { review: 'Loud, and good.', visibility: 'followers' }), 200)
  await expectStatus(plak.addFavorite(album.artist, album.album), 200)
  const albums = [{ artist: 'Björk', album: 'Homogenic' }]
  const { data: list } = await expectStatus(plak.createList({ name: 'Loud', albums }), 201)
  await expectStatus(plak.addListAlbum(list.id, album.artist, album.album), 200)
  const { data: comment } = await expectStatus(plak.commentOnList(list.id, { text: 'Turn it up.' }), 201)
  await expectStatus(plak.likeComment(comment.id), 200)
  await expectStatus(plak.follow('june'), 200)

  const { data: diary } = await expectStatus(plak.listDiary(me.nickname, { limit: 5 }), 200)
  const { data: state } = await expectStatus(plak.getAlbumState(album.artist, album.album), 200)
  const { data: rows } = await expectStatus(plak.listListAlbums(list.id, { limit: 5 }), 200)
  const { data: comments } = await expectStatus(plak.listListComments(list.id), 200)
  const { data: activity } = await expectStatus(plak.listActivity(), 200)
  const { data: refusal } = await expectStatus(plak.createLog({ ...album, rating: 11 }), 400)
  await expectStatus(plak.deleteLog(log.id), 204)
  const { data: problem } = await expectStatus(plak.updateLog(log.id, { rating: 1 }), 404)
  return {
    isOne: same.id === log.id,
    diary: diary.items.map(({ date, rating, visibility }) => ({ date, rating, visibility })),
    isFavorite: state.favorite,
    rows: rows.items.map(({ artist, name }) => artist + ': ' + name),
    comments: comments.items.map(({ text, likeCount }) => ({ text, likeCount })),
    activity: activity.items.map(({ user, album: { name } }) => user.nickname + ': ' + name),
    fields: refusal.fields,
    problem: problem.id,
  }
}
main().then((seen) => console.log(JSON.stringify(seen)))
`

let folder: string
beforeAll(async () => {
  // Inside the checkout, where the compiler finds nothing but what the program names.
  folder = await mkdtemp(join(root, 'node_modules/.plak-client-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a client that is generated from the document does the main job, and its types are right', async () => {
  const owner = await plak.harness.register('owner')
  const june = await plak.harness.register('june')
  await june.client.logs.save.mutate({ artist: 'Björk', album: 'Homogenic', rating: 8 })
  const { url } = plak.server
  await run(oazapfts, [`${url}/api/v1/openapi.json`, join(folder, 'client.ts')])
  const main = join(folder, 'main.ts')
  await writeFile(main, program)
  const checks = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--ignoreConfig']
  const kind = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
  const { stdout: errors } = await run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...checks, ...kind, main],
    { cwd: folder },
  ).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(errors).toBe('')

  const env = { ...process.env, URL: url, TOKEN: await tokenOf(owner) }
  const { stdout } = await run(process.execPath, ['--import', 'tsx', main], { env, cwd: folder })
  expect(JSON.parse(stdout)).toEqual({
    isOne: true,
    diary: [{ date: '2024-05-01', rating: 9, visibility: 'followers' }],
    isFavorite: true,
    rows: ['Björk: Homogenic', 'AC/DC: Back in Black'],
    comments: [{ text: 'Turn it up.', likeCount: 1 }],
    activity: ['june: Homogenic'],
    problem: 'logs.notFound',
    fields: { rating: 'Rating must be a whole number from 0 to 10' },
  })
})
