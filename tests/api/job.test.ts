import { expect, it } from 'vitest'
import { runProduct } from '../support/runProduct.ts'
import { makeValidator, readDocument, tokenOf, type Body } from './client.ts'

const plak = runProduct()

type Values = Record<string, unknown>

/** A client that knows the document alone: operations by their ids, with all parameters in one object. */
async function makeProgram(url: string, token: string) {
  const document = await readDocument(url)
  const { validate } = makeValidator(document)
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { path, method, operation },
      ]),
    ),
  )

  return async function run(operationId: string, values: Values = {}): Promise<Body> {
    const { path, method, operation } = operations.get(operationId)!
    const placed = { path: new Map<string, string>(), query: new URLSearchParams(), header: new Headers() }
    const body = { ...values }
    for (const { name, in: place, required } of operation.parameters ?? []) {
      if (required) expect(values, operationId).toHaveProperty(name)
      if (values[name] === undefined) continue
      placed[place].set(name, String(values[name] as string | number))
      delete body[name]
    }
    placed.header.set('authorization', `Bearer ${token}`)
    if (operation.requestBody) placed.header.set('content-type', 'application/json')
    else expect(Object.keys(body), operationId).toEqual([])
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(placed.path.get(name)!),
    )
    const search = placed.query.size > 0 ? `?${placed.query}` : ''
    const response = await fetch(`${url}${address}${search}`, {
      method: method.toUpperCase(),
      headers: placed.header,
      ...(operation.requestBody && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      isEmpty: text === '',
      body: text === '' ? null : JSON.parse(text),
    }
    expect(answer.status, `${operationId}: ${text}`).toBeLessThan(300)
    validate(method, address, answer)
    return answer.body
  }
}

it('logs, rates, reviews, follows and reads the feed with nothing but the document', async () => {
  const [writer, reader] = [await plak.harness.register('writer'), await plak.harness.register('reader')]
  const write = await makeProgram(plak.server.url, await tokenOf(writer))
  const act = await makeProgram(plak.server.url, await tokenOf(reader))

  expect((await act('getMe')).nickname).toBe('reader')
  const { items } = await act('searchAlbums', { query: 'homogenic', limit: 5 })
  const { artist, name: album } = items.find(({ name }: { name: string }) => name === 'Homogenic')
  expect((await act('getAlbum', { artist, album })).tracks.length).toBeGreaterThan(5)
  await act('follow', { nickname: 'writer' })

  const log = await write('createLog', {
    artist,
    album,
    rating: 9,
    review: 'A volcano with strings.',
    date: '2026-11-01',
    tags: ['winter'],
    favorite: true,
  })
  expect(log).toMatchObject({ rating: 9, date: '2026-11-01', tags: ['winter'], favorite: true })
  const changed = await write('updateLog', { id: log.id, version: log.version, rating: 10 })
  expect(changed).toMatchObject({ id: log.id, rating: 10, review: 'A volcano with strings.' })

  const feed = await act('listActivity')
  expect(feed.items).toMatchObject([{ id: log.id, rating: 10, user: { nickname: 'writer' } }])
  expect((await act('likeReview', { id: log.id })).likeCount).toBe(1)
  const comment = await act('commentOnReview', { id: log.id, text: 'Yes.' })
  expect((await write('listNotifications')).items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'comment',
    'likeReview',
    'follow',
  ])
  expect((await write('markNotificationsRead')).unread).toBe(0)
  await act('deleteComment', { id: comment.id })

  const list = await act('createList', { name: 'Cold', albums: [{ artist, album }] })
  await act('addListAlbum', { id: list.id, artist: 'Portishead', album: 'Dummy' })
  const { items: rows } = await write('listListAlbums', { id: list.id })
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(['Homogenic', 'Dummy'])
  await act('deleteList', { id: list.id })
  await write('deleteLog', { id: log.id })
  expect((await act('listActivity')).items).toEqual([])
})
