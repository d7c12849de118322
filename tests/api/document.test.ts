import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { scopeOfProcedure, table } from '../../server/api/table.ts'
import { appRouter } from '../../server/router.ts'
import { listProcedures } from '../harness/procedures.ts'
import { runProduct } from '../support/runProduct.ts'
import { readDocument, type Document, type Operation } from './client.ts'

const plak = runProduct({ settings: { PUBLIC_URL: 'https://plak.example', CONTACT: 'music@plak.example' } })

const read = () => readDocument(plak.server.url)
const operationsOf = ({ paths }: Document): Operation[] => Object.values(paths).flatMap(Object.values)

it('is valid OpenAPI 3.1, in the eyes of another program', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Whoever runs Plak without https sees its address here.
      'no-server-example.com': 'off',
      // Reads of an album or a list have the same shape as those of things that begin with a word.
      'no-ambiguous-paths': 'off',
      // Schemas of events are in an extension, which the linter does not read.
      'no-unused-components': 'off',
    },
  })
  const source = JSON.stringify(await read())
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
  ).toEqual([])
})

it('names the server, the contact and each path in full', async () => {
  const document = await read()
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    servers: [{ url: 'https://plak.example' }],
    info: { title: 'Plak', contact: { email: 'music@plak.example' } },
  })
  expect(Object.keys(document.paths)).toContain('/api/v1/albums/{artist}/{album}')
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([])
})

it('names every procedure: as an operation, or with the reason why it is none', async () => {
  const document = await read()
  const inTable = operationsOf(document).flatMap((operation) => operation['x-procedure'])
  const outside = document['x-not-public']
  expect(new Set([...inTable, ...Object.keys(outside)])).toEqual(
    new Set(listProcedures(appRouter).map(({ name }) => name)),
  )
  expect(inTable.filter((name) => name in outside)).toEqual([])
  expect(Object.entries(outside).filter(([, reason]) => reason === 'not decided')).toEqual([])
  expect(new Set(scopeOfProcedure.keys())).toEqual(new Set(inTable))
})

it('describes who can call each operation, and what it refuses', async () => {
  const operations = operationsOf(await read())
  expect(operations).toHaveLength(table.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(table.length)
  for (const { operationId, summary, security, responses } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z]+$/)
    expect(summary).not.toBe('')
    expect(security.at(-1)).toEqual({ bearer: [] })
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '429']))
  }
})

it('closes every object that an answer can hold', async () => {
  const document = await read()
  const answers = operationsOf(document).flatMap(({ responses }) => Object.values(responses))
  const open: unknown[] = []
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const schema = part as Record<string, unknown>
    if (schema.type === 'object' && schema.additionalProperties === undefined) open.push(schema)
    for (const each of Object.values(schema)) visit(each)
  }
  for (const { content } of answers) for (const { schema } of Object.values(content ?? {})) visit(schema)
  for (const { content } of answers) visit(content?.['text/event-stream'])
  visit(document.components)
  expect(open).toEqual([])
})
