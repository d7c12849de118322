import { describe, expect, it } from 'vitest'
import { personalData } from '../../server/account/personalData.ts'
import { readPrismaSchema } from '../support/prismaSchema.ts'
import { columnsOf, schemaText } from './plant.ts'

type Known = Record<string, { owner: string; order: readonly string[]; columns: Record<string, string> }>
const known = personalData as Known

/** Tables that refer to a user, or to a row of one, and belong to nobody, each with the reason. */
const ownerless: Record<string, string> = {
  Album: 'stays for others who use it, and loses its adder: tests/catalog/added.test.ts',
  AlbumEdit: 'belongs to an action of a moderator that is about no account',
  AlbumMerge: 'belongs to an action of a moderator that is about no account',
}

/** Returns the unclassified parts of a schema, and those that would outlive their user. */
function forgotten(text: string): string[] {
  const { models } = readPrismaSchema(text)
  const problems: string[] = []
  for (const model of models) {
    const entry = known[model.name]
    if (!entry) {
      problems.push(`${model.name} is not classified`)
      continue
    }
    const [columns, classified] = [columnsOf(model).map(({ name }) => name), Object.keys(entry.columns)]
    problems.push(
      ...columns
        .filter((name) => !classified.includes(name))
        .map((name) => `${model.name}.${name} is not classified`),
    )
    problems.push(
      ...classified
        .filter((name) => !columns.includes(name))
        .map((name) => `${model.name}.${name} is no more`),
    )
    if (model.name in ownerless) continue
    for (const relation of model.fields.filter(({ relationFromFields }) => relationFromFields?.length)) {
      const leads = known[relation.type]?.owner !== 'nobody'
      if (leads && entry.owner === 'nobody') problems.push(`${model.name} belongs to somebody`)
      // A copy stays with its own creator, and loses the reference to its original.
      const isForgotten = relation.relationOnDelete === 'SetNull' && relation.type === model.name
      if (leads && relation.relationOnDelete !== 'Cascade' && !isForgotten)
        problems.push(`${model.name}.${relation.name} outlives its owner`)
    }
  }
  return problems
}

it('every model and column is classified, and goes when its person goes', () => {
  expect(forgotten(schemaText)).toEqual([])
})

describe('it is noticed when', () => {
  it.each([
    [
      'a column is added',
      '  bio          String?',
      '  motto String?\n  bio          String?',
      'User.motto is not classified',
    ],
    [
      'a table is added',
      'model EventLog {',
      'model Diary {\n id Int @id\n userId Int\n}\nmodel EventLog {',
      'Diary is not classified',
    ],
    ['a column is taken out', '  text       String        @db.Text\n', '', 'Comment.text is no more'],
    [
      'a row would stay',
      'references: [id], onDelete: Cascade)\n\n  @@id([userId, position])\n}\n\n/// A signed-in',
      'references: [id])\n\n  @@id([userId, position])\n}\n\n/// A signed-in',
      'ProfileLink.user outlives its owner',
    ],
  ])('%s', (_, from, to, problem) => {
    expect(schemaText).toContain(from)
    expect(forgotten(schemaText.replace(from, to))).toEqual([problem])
  })
})

it('no secret leaves, and what a person wrote does', () => {
  const kinds = Object.entries(known).flatMap(([model, { columns }]) =>
    Object.entries(columns).map(([name, kind]) => [`${model}.${name}`, kind] as const),
  )
  const columnOf = (name: string) => name.slice(name.indexOf('.'))
  const exported = kinds.filter(([, kind]) => kind !== 'internal').map(([name]) => name)
  expect(
    exported.filter((name) => /hash|token|secret|submission|\.id$|userId/i.test(columnOf(name))),
  ).toEqual([])
  expect(exported).toEqual(
    expect.arrayContaining([
      'User.email',
      'Log.review',
      'Comment.text',
      'List.description',
      'ProfileLink.url',
    ]),
  )
})
