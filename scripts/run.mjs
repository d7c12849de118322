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
  const { databaseUrl, redisUrl } = await quietly(async () => {
    await installPackages({ isForRunning: true })
    await generateClient()
    const services = await servicesFor(file, args)
    if (services.stop) atEnd(services.stop)
    // Services that had to be started may be new ones.
    if (services.started.length > 0) await migrateDatabase(services.databaseUrl)
    return services
  })
  const portFile = join(dataFolder, 'demo-port')
  const demoPort = existsSync(portFile) ? readFileSync(portFile, 'utf8').trim() : '3001'
  return show(process.execPath, ['--import', 'tsx', file, ...args], {
    env: {
      ...process.env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(redisUrl && { REDIS_URL: redisUrl }),
      ...(appSecret() && { APP_SECRET: appSecret() }),
      ...(isDemo() && demoSettings(demoPort)),
    },
  })
}

/** The services of the product. Who asks what is wrong with them (`admin doctor`) is not sent away because of it. */
async function servicesFor(program, [task]) {
  try {
    return await productServices()
  } catch (error) {
    if (error.name !== 'Refusal' || !program.endsWith('admin.ts') || task !== 'doctor') throw error
    if (!process.env.DATABASE_URL) tell(error)
    return { databaseUrl: process.env.DATABASE_URL, redisUrl: process.env.REDIS_URL, started: [] }
  }
}

await live(runProgram)
