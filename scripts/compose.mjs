import { basename, delimiter, join } from 'node:path'
import { findProgram, root } from './environment.mjs'
import { run, succeeds } from './processes.mjs'

export async function composeWorks() {
  if (!findProgram('docker')) return false
  return (await succeeds('docker', ['info'])) && (await succeeds('docker', ['compose', 'version']))
}

/**
 * The passwords of the two services, which are only reachable from this machine. They have a default here, because MySQL's
 * volume keeps its first password.
 */
const passwords = () => ({
  MYSQL_ROOT_PASSWORD: process.env.MYSQL_ROOT_PASSWORD || 'plak',
  REDIS_PASSWORD: process.env.REDIS_PASSWORD || 'plak',
})
const inAddress = (name) => encodeURIComponent(passwords()[name])

/** Compose's project name of this folder: each checkout has its own data. */
const projectName = () =>
  basename(root)
    .toLowerCase()
    .replace(/[^a-z\d_-]/g, '')
    .replace(/^[_-]+/, '') || 'plak'

function compose(args, options) {
  const env = {
    ...process.env,
    COMPOSE_FILE: ['docker-compose.yml', 'scripts/compose.ports.yml']
      .map((file) => join(root, file))
      .join(delimiter),
    COMPOSE_PROJECT_NAME: projectName(),
    // Free ports: other servers can be using the default ones.
    MYSQL_PORT: '0',
    REDIS_PORT: '0',
    ...passwords(),
  }
  return run('docker', ['compose', '--project-directory', root, ...args], { env, ...options })
}

export async function composeHasDatabase() {
  return (await compose(['ps', '--all', '--services'])).split('\n').includes('mysql')
}

/**
 * Starts the wanted services ('mysql', 'redis') and returns their URLs. `stop` stops those that were not running before.
 * Throwaways are a separate project and are deleted.
 */
export async function composeServers(services, { throwaway = false } = {}) {
  const project = throwaway ? ['-p', `plak-test-${process.pid}`] : []
  const runningServices = (await compose([...project, 'ps', '--services', '--status', 'running'])).split('\n')
  const ours = services.filter((service) => !runningServices.includes(service))
  const stop = async () => {
    if (throwaway) await compose([...project, 'down', '--volumes'], { interruptible: false })
    else if (ours.length > 0) await compose([...project, 'stop', ...ours], { interruptible: false })
  }
  try {
    if (ours.length > 0) {
      const failure = 'Docker Compose could not start the services'
      await compose([...project, 'up', '--detach', '--wait', ...ours], { failure })
    }
    const address = async (service, port) =>
      (await compose([...project, 'port', service, String(port)])).trim()
    return {
      databaseUrl: services.includes('mysql')
        ? `mysql://root:${inAddress('MYSQL_ROOT_PASSWORD')}@${await address('mysql', 3306)}/plak?allowPublicKeyRetrieval=true`
        : undefined,
      redisUrl: services.includes('redis')
        ? `redis://:${inAddress('REDIS_PASSWORD')}@${await address('redis', 6379)}`
        : undefined,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
