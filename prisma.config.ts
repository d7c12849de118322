import { defineConfig } from 'prisma/config'

// `generate`, `validate` and `format` need no schema engine, yet the tool tries to download one and fails
// offline. Naming any existing file as the engine stops that. `migrate` must not see this setting.
if (process.argv.some((word) => ['generate', 'validate', 'format'].includes(word))) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath
}

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
