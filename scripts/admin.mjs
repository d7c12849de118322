// `npm run admin -- <task>`: starts missing services for the duration of the task. Standard output belongs to the task.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appSecret, checkNode, dataFolder, demoSettings, isDemo, readEnvFile, tell } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { migrateDatabase, prepareTasks, quietly } from './prepare.mjs'
import { show } from './processes.mjs'
import { productServices } from './services.mjs'

const args = process.argv.slice(2)
const isRestoring = args[0] === 'restore'

async function admin() {
  checkNode()
  readEnvFile()
  const { databaseUrl, redisUrl, kind } = await quietly(async () => {
    await prepareTasks()
    const services = await findServices()
    if (services.stop) atEnd(services.stop)
    // Newly started services can be empty and need migrations, except for a restore, which creates the tables.
    if (services.started.length > 0 && !isRestoring)
      await migrateDatabase(services.databaseUrl, { kind: services.kind })
    return services
  })
  const portFile = join(dataFolder, 'demo-port')
  const demoPort = existsSync(portFile) ? readFileSync(portFile, 'utf8').trim() : '3001'
  const code = await show(process.execPath, ['--enable-source-maps', 'dist/server/admin.js', ...args], {
    env: {
      ...process.env,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(redisUrl && { REDIS_URL: redisUrl }),
      ...(appSecret() && { APP_SECRET: appSecret() }),
      ...(isDemo() && demoSettings(demoPort)),
    },
  })
  if (isRestoring && code === 0) await quietly(() => migrateDatabase(databaseUrl, { kind, isMoving: true }))
  return code
}

/** `admin doctor` must run even when the services are broken. */
async function findServices() {
  try {
    return await productServices({ isRestoring })
  } catch (error) {
    if (error.name !== 'Refusal' || args[0] !== 'doctor') throw error
    if (!process.env.DATABASE_URL) tell(error)
    return { databaseUrl: process.env.DATABASE_URL, redisUrl: process.env.REDIS_URL, started: [] }
  }
}

await live(admin)
