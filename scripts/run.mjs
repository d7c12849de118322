// `node scripts/run.mjs file.ts …`: runs one of our TypeScript programs with the settings and services of the
// product; services that do not run are started for the duration. Only the program itself writes to the
// output.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  appSecret,
  checkNode,
  dataFolder,
  demoSettings,
  isDemo,
  readEnvFile,
  refusal,
  tell,
} from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { generateClient, installPackages, migrateDatabase, quietly } from './prepare.mjs'
import { show } from './processes.mjs'
import { productServices } from './services.mjs'

const [file, ...args] = process.argv.slice(2)

async function runProgram() {
  checkNode()
  if (!file) throw refusal('Usage: node scripts/run.mjs file.ts [arguments]')
  readEnvFile()
  const isRestore = file.endsWith('admin.ts') && args[0] === 'restore'
  const { databaseUrl, redisUrl, kind } = await quietly(async () => {
    await installPackages({ isForRunning: true })
    await generateClient()
    const services = await servicesFor(file, args, { isRestoring: isRestore })
    if (services.stop) atEnd(services.stop)
    // Newly started services may be empty and need migrations, except for a restore, which creates the tables.
    if (services.started.length > 0 && !isRestore)
      await migrateDatabase(services.databaseUrl, { kind: services.kind })
    return services
  })
  const portFile = join(dataFolder, 'demo-port')
  const demoPort = existsSync(portFile) ? readFileSync(portFile, 'utf8').trim() : '3001'
  const code = await show(process.execPath, ['--import', 'tsx', file, ...args], {
    env: {
      ...process.env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(redisUrl && { REDIS_URL: redisUrl }),
      ...(appSecret() && { APP_SECRET: appSecret() }),
      ...(isDemo() && demoSettings(demoPort)),
    },
  })
  // What was restored is the data of this installation from now on.
  if (isRestore && code === 0) await quietly(() => migrateDatabase(databaseUrl, { kind, isMoving: true }))
  return code
}

/** The services of the product. `admin doctor` must run even when they are broken. */
async function servicesFor(program, [task], options) {
  try {
    return await productServices(options)
  } catch (error) {
    if (error.name !== 'Refusal' || !program.endsWith('admin.ts') || task !== 'doctor') throw error
    if (!process.env.DATABASE_URL) tell(error)
    return { databaseUrl: process.env.DATABASE_URL, redisUrl: process.env.REDIS_URL, started: [] }
  }
}

await live(runProgram)
