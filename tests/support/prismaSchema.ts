import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Prisma's own reader of schema.prisma is a WebAssembly module inside the `prisma` package; the package has
// no JavaScript door to it, so this is a small one. What comes out is Prisma's DMMF, the same that `generate`
// uses.

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
type Index = { model: string; type: 'id' | 'unique' | 'normal'; fields: { name: string }[] }
export type Datamodel = {
  models: Model[]
  enums: { name: string; values: { name: string; dbName: string | null }[] }[]
  indexes: Index[]
}

type Reader = {
  memory: WebAssembly.Memory
  __wbindgen_externrefs: WebAssembly.Table
  __wbindgen_start(): void
  __wbindgen_malloc(size: number, align: number): number
  get_dmmf(pointer: number, length: number): [pointer: number, length: number, error: number, failed: number]
}

/** Reads a Prisma schema as Prisma does; an invalid one throws with Prisma's own explanation. */
export function readPrismaSchema(prismaSchema: string): Datamodel {
  const reader = load()
  const input = new TextEncoder().encode(JSON.stringify({ prismaSchema, noColor: true }))
  const pointer = reader.__wbindgen_malloc(input.length, 1) >>> 0
  new Uint8Array(reader.memory.buffer).set(input, pointer)
  const [start, length, error, failed] = reader.get_dmmf(pointer, input.length)
  if (failed) throw reader.__wbindgen_externrefs.get(error)
  return (JSON.parse(textAt(reader, start, length)) as { datamodel: Datamodel }).datamodel
}

let compiled: WebAssembly.Module | undefined

/** The module is compiled once, which is most of the work; an instance of it is good for one schema. */
function compile(): WebAssembly.Module {
  const home = dirname(createRequire(import.meta.url).resolve('prisma/package.json'))
  return new WebAssembly.Module(readFileSync(join(home, 'build/prisma_schema_build_bg.wasm')))
}

function load(): Reader {
  const module = (compiled ??= compile())
  // The names of the imports end in a hash of the compiler's, hence the search by what they contain.
  const imports = WebAssembly.Module.imports(module).map(({ name }) => [name, importNamed(name)] as const)
  const instance = new WebAssembly.Instance(module, { __wbindgen_placeholder__: Object.fromEntries(imports) })
  const reader = instance.exports as unknown as Reader

  function importNamed(name: string): (...args: number[]) => unknown {
    if (name.includes('init_externref_table')) return () => void reader.__wbindgen_externrefs.grow(4)
    if (name.includes('Error')) return (start, length) => new Error(textAt(reader, start!, length!))
    if (name.includes('throw')) {
      return (start, length) => {
        throw new Error(textAt(reader, start!, length!))
      }
    }
    return () => {} // the panic message of the last call, for logs
  }

  reader.__wbindgen_start()
  return reader
}

function textAt(reader: Reader, start: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(reader.memory.buffer, start >>> 0, length))
}
