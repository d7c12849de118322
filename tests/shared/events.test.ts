import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { change } from '../../server/core/change.ts'
import { makeDb } from '../../server/lib/db.ts'
import { UNCOUNTED } from '../../server/live/eventLog.ts'
import { eventSchemas, type EventType, type PlakEvent } from '../../shared/events.ts'
import { testDatabase } from '../support/database.ts'

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  [more: string]: unknown
}

/** Returns every object in a schema, at any depth. */
function objectsIn(schema: unknown): JsonSchema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(objectsIn)
  return 'properties' in schema ? [schema as JsonSchema, ...inner] : inner
}

// An event with limited recipients contains another event, which is checked by its own type.
const types = (Object.keys(eventSchemas) as EventType[]).filter((type) => type !== 'limited')
const privateFields = /mail|password|hash|secret|token|cookie|agent|address|userId|sessionId|bio/i

describe.each(types)('%s', (type) => {
  const objects = objectsIn(z.toJSONSchema(eventSchemas[type], { unrepresentable: 'any', io: 'output' }))
  it('says what is planned and nothing else, all the way down', () => {
    expect(objects.length).toBeGreaterThan(0)
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([])
  })
  it('carries nothing that is private', () => {
    const fields = objects.flatMap(({ properties }) => Object.keys(properties!))
    expect(fields.filter((field) => privateFields.test(field))).toEqual([])
  })
})

describe('what does not fit its schema', () => {
  const strange = [
    [
      'holds too much',
      { type: 'user.changed', nickname: 'a', user: { nickname: 'b', avatar: null, email: 'b@plak.test' } },
    ],
    ['holds too little', { type: 'log.removed' }],
    [
      'has a count that nobody takes',
      { type: 'spotify.synced', albums: UNCOUNTED, added: 0, removed: 0, skipped: 0 },
    ],
  ] as unknown as [string, PlakEvent][]

  it.each(strange)('%s: it is not told, and the change is not made', async (_, event) => {
    const { url } = await testDatabase()
    const db = makeDb(url)
    const bus = { wake: () => expect.unreachable('nothing happened') }
    try {
      const told = change({ db, bus, now: () => new Date(), mailer: null } as never, async ({ tx, emit }) => {
        await tx.event.create({
          data: { topic: 'a', type: 'log.removed', payload: '{"id":1}', createdAt: new Date() },
        })
        emit('a', event, null)
      })
      await expect(told).rejects.toThrow(z.ZodError)
      expect(await db.event.count()).toBe(0)
    } finally {
      await db.$disconnect()
    }
  })

  it('is also a count that was not taken when the event got its number', () => {
    const wire = JSON.parse(JSON.stringify({ id: 1, likeCount: UNCOUNTED })) as unknown
    expect(eventSchemas['review.liked'].safeParse({ id: 1, likeCount: UNCOUNTED }).success).toBe(true)
    expect(eventSchemas['review.liked'].safeParse(wire).success).toBe(false)
  })
})
