import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeDayIn } from '../../shared/timeZones.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'
import { makeApi, pathOf, tokenOf, type Api } from './client.ts'

const plak = runProduct()
const homogenic = { artist: 'Björk', album: 'Homogenic' }
const dummy = { artist: 'Portishead', album: 'Dummy' }
const at = (...before: string[]) => pathOf(...before, homogenic.artist, homogenic.album)

let api: Api
let owner: Person
let token: string
beforeEach(async () => {
  api = await makeApi(plak.server.url)
  owner = await plak.harness.register('owner')
  token = await tokenOf(owner)
})

describe('a POST that creates something', () => {
  const makeLog = (headers = {}) => api.post('/logs', { token, body: { ...homogenic, rating: 8 }, headers })

  it('answers 201 with its path', async () => {
    const { status, headers, body } = await makeLog()
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`/api/v1/logs/${body.id}`)
    expect((await api.patch(`/logs/${body.id}`, { token, body: { rating: 7 } })).body.rating).toBe(7)
    const list = await api.post('/lists', { token, body: { name: 'Rain', albums: [homogenic] } })
    expect(list.headers.get('location')).toBe(`/api/v1/lists/${list.body.id}`)
    expect(list.body).toMatchObject({ version: 1, name: 'Rain', albumCount: 1 })
    const comment = await api.post(`/lists/${list.body.id}/comments`, { token, body: { text: 'Wet.' } })
    expect(comment.status).toBe(201)
    expect(comment.headers.get('location')).toBe(`/api/v1/comments/${comment.body.id}`)
    expect((await api.get(`/lists/${list.body.id}/comments`)).body).toMatchObject({
      count: 1,
      items: [{ id: comment.body.id, text: 'Wet.', user: { nickname: 'owner' } }],
    })
  })
  it('is of today where the person is, if it names no day', async () => {
    // One of them has another day than UTC at each hour.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await plak.server.deps.db.user.update({ where: { nickname: 'owner' }, data: { timeZone } })
      const days = [makeDayIn(timeZone)(new Date())]
      const { body } = await makeLog()
      days.push(makeDayIn(timeZone)(new Date()))
      expect(days, timeZone).toContain(body.date)
    }
  })
  it('creates it once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [await makeLog(headers), await makeLog(headers)]
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    await makeLog()
    expect((await api.get(at('albums') + '/mine', { token })).body.listens).toBe(2)
  })
  it('creates nothing for the key of a thing that was deleted since', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const makeList = () => api.post('/lists', { token, body: { name: 'Rain', albums: [homogenic] }, headers })
    const { body: list } = await makeList()
    expect((await makeList()).body).toEqual(list)
    await api.remove(`/lists/${list.id}`, { token })
    expect(await makeList()).toMatchObject({ status: 404, body: { id: 'lists.notFound' } })
    expect((await api.get('/people/owner/lists', { token })).body.items).toEqual([])
    const { body: log } = await makeLog(headers)
    await api.remove(`/logs/${log.id}`, { token })
    expect(await makeLog(headers)).toMatchObject({ status: 201, body: log })
    expect(await plak.server.deps.db.log.count()).toBe(0)
  })
  it('refuses a key that is not a UUID', async () => {
    expect((await makeLog({ 'idempotency-key': 'again' })).body).toMatchObject({
      id: 'invalidInput',
      fields: { 'idempotency-key': expect.any(String) },
    })
  })
})

describe('a PATCH of a listening', () => {
  it('keeps what it does not name, and refuses an old version', async () => {
    const { body: log } = await api.post('/logs', {
      token,
      body: { ...homogenic, rating: 8, review: 'Ice.' },
    })
    const { id, version } = log
    const changed = await api.patch(`/logs/${id}`, { token, body: { rating: 9, version } })
    expect(changed.body).toMatchObject({ id, rating: 9, review: 'Ice.' })
    const late = await api.patch(`/logs/${id}`, { token, body: { review: 'Fire.', version } })
    expect(late).toMatchObject({ status: 409, body: { status: 409, title: 'Conflict' } })
  })
  it("does not find somebody else's", async () => {
    const other = await plak.harness.register('other')
    const { id } = await other.client.logs.save.mutate({ ...homogenic, rating: 2 })
    expect((await api.patch(`/logs/${id}`, { token, body: { rating: 9 } })).body.id).toBe('logs.notFound')
    expect((await api.remove(`/logs/${id}`, { token })).status).toBe(204)
    expect(await other.client.logs.mine.query(homogenic)).toMatchObject({ log: { id, rating: 2 } })
  })
  it('cannot move it to another album', async () => {
    const { body } = await api.post('/logs', { token, body: homogenic })
    await api.patch(`/logs/${body.id}`, { token, body: { ...dummy, id: 1, rating: 3 } })
    expect((await api.get(at('albums') + '/mine', { token })).body.log).toMatchObject({
      id: body.id,
      rating: 3,
    })
  })
})

describe('PUT and DELETE', () => {
  it('can be repeated', async () => {
    const other = await plak.harness.register('other')
    const { id } = await other.client.logs.save.mutate({ ...homogenic, review: 'Ice.' })
    const paths = [at('favorites'), at('listen-later'), '/people/other/follow', `/reviews/${id}/like`]
    for (const path of paths) {
      const first = await api.put(path, { token })
      expect(first.status, path).toBe(200)
      expect((await api.put(path, { token })).body, path).toEqual(first.body)
      expect((await api.remove(path, { token })).status, path).toBe(204)
      expect((await api.remove(path, { token })).status, path).toBe(204)
    }
    expect((await api.get(at('albums') + '/mine', { token })).body).toMatchObject({
      favorite: false,
      listenLater: false,
    })
  })
  it('deletes a list, a comment, a log and a play that are gone already', async () => {
    const { body: list } = await api.post('/lists', { token, body: { name: 'Rain', albums: [homogenic] } })
    const thread = `/lists/${list.id}/comments`
    const { body: comment } = await api.post(thread, { token, body: { text: 'Wet.' } })
    const { body: log } = await api.post('/logs', { token, body: homogenic })
    for (const path of [`/comments/${comment.id}`, `/lists/${list.id}`, `/logs/${log.id}`, '/plays/1'])
      for (const time of ['first', 'second'])
        expect((await api.remove(path, { token })).status, `${path}, ${time}`).toBe(204)
  })
  it('deletes nothing that belongs to somebody else', async () => {
    const other = await plak.harness.register('other')
    const albums = [homogenic]
    const { id } = await other.client.lists.create.mutate({ name: 'Snow', albums, submission: randomUUID() })
    expect((await api.remove(`/lists/${id}`, { token })).status).toBe(404)
  })
  it('answers a PUT with the thing', async () => {
    expect((await api.put(at('favorites'), { token })).body).toEqual({ favorite: true })
    expect((await api.put(at('listen-later'), { token })).body).toEqual({ listenLater: true })
    expect((await api.get('/listen-later', { token })).body.items).toMatchObject([
      { album: { name: 'Homogenic' } },
    ])
    const top = await api.put('/favorites/top', { token, body: { albums: [homogenic, dummy] } })
    expect(top.body.albums.map(({ name }: { name: string }) => name)).toEqual(['Homogenic', 'Dummy'])
    const twice = await api.put('/favorites/top', { token, body: { albums: [homogenic, homogenic] } })
    expect(twice).toMatchObject({
      status: 400,
      body: { id: 'favorites.topTwice', fields: { 'albums.1': expect.any(String) } },
    })
  })
  it('saves a whole list with its version, and refuses a conflict', async () => {
    const { body: list } = await api.post('/lists', { token, body: { name: 'Rain', albums: [homogenic] } })
    const path = `/lists/${list.id}`
    const put = (name: string, version: number) =>
      api.put(path, { token, body: { name, version, albums: [dummy, homogenic] } })
    const saved = await put('Storm', list.version)
    expect(saved.body).toMatchObject({ name: 'Storm', version: 2, albumCount: 2 })
    expect((await api.get(path)).body).toEqual((await api.get(path, { token })).body)
    expect((await put('Snow', list.version)).status).toBe(409)
    expect(
      (await api.put(path, { token, body: { name: 'Snow', albums: [dummy] } })).body.fields,
    ).toHaveProperty('version')
    expect((await api.remove(path + at('albums'), { token })).status).toBe(204)
    expect((await api.get(`${path}/albums`)).body.items).toMatchObject([{ name: 'Dummy', place: 1 }])
    expect((await api.remove(path, { token })).status).toBe(204)
    expect((await api.get(path)).body).toMatchObject({ status: 404, id: 'lists.notFound' })
  })
})

describe('the body of a write', () => {
  it('has to be JSON, if there is one', async () => {
    const send = (body: string, type: string) =>
      api.post('/logs', { token, body, headers: { 'content-type': type } })
    expect(await send('artist=Björk', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: { id: 'api.json' },
    })
    for (const type of ['json', 'foo', 'text/plain', 'application/merge-patch+json', ''])
      expect(await send('{"artist":"Björk"}', type), type).toMatchObject({
        status: 415,
        body: { id: 'api.json' },
      })
    expect((await send('{', 'application/json')).body).toMatchObject({ status: 400, id: 'invalidInput' })
    for (const body of ['[]', 'null', '3', ''])
      expect((await send(body, 'application/json; charset=utf-8')).body).toMatchObject({
        status: 400,
        id: 'invalidInput',
      })
    expect((await api.post('/logs', { token })).body).toMatchObject({
      status: 400,
      fields: { artist: expect.any(String) },
    })
    for (const type of ['application/json', 'text/plain', 'foo']) {
      const sent = { token, headers: { 'content-type': type } }
      expect((await api.put(at('favorites'), sent)).status, type).toBe(200)
      expect((await api.remove(at('favorites'), sent)).status, type).toBe(204)
    }
  })
  it('names the fields that are wrong, as the forms do', async () => {
    const { status, body } = await api.post('/logs', { token, body: { ...homogenic, rating: 11 } })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        id: 'invalidInput',
        fields: { rating: body.detail },
      },
    })
  })
  it('can be a list of a thousand albums with their notes, and no more', async () => {
    const albums = Array.from({ length: 200 }, () => ({ ...homogenic, note: 'x'.repeat(1_000) }))
    expect((await api.post('/lists', { token, body: { name: 'Long', albums } })).status).toBe(201)
    const long = { ...homogenic, review: 'x'.repeat(200_000) }
    expect((await api.post('/logs', { token, body: long })).body).toMatchObject({
      status: 413,
      id: 'api.tooLarge',
    })
  })
})
