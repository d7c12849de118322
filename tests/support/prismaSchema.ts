import { get_dmmf } from '@prisma/prisma-schema-wasm'

// Parses schema.prisma with Prisma's own parser. It returns Prisma's DMMF, the same that `generate` uses.

export type Field = {
  name: string
  kind: 'scalar' | 'enum' | 'object'
  type: string
  isRequired: boolean
  nativeType: [name: string, args: string[]] | null
  default?: string | number | boolean | { name: string; args: unknown[] }
  relationFromFields?: string[]
  relationToFields?: string[]
  relationOnDelete?: string
  relationOnUpdate?: string
}
export type Model = { name: string; dbName: string | null; fields: Field[] }
type Index = { model: string; type: 'id' | 'unique' | 'normal'; fields: { name: string; length?: number }[] }
export type Datamodel = {
  models: Model[]
  enums: { name: string; values: { name: string; dbName: string | null }[] }[]
  indexes: Index[]
}

/**
 * Parses a Prisma schema.
 * @throws Prisma's own explanation if it is invalid
 */
export function readPrismaSchema(prismaSchema: string): Datamodel {
  const dmmf = get_dmmf(JSON.stringify({ prismaSchema, noColor: true }))
  return (JSON.parse(dmmf) as { datamodel: Datamodel }).datamodel
}
