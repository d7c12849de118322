import { setTimeout as sleep } from 'node:timers/promises'
import { testConnection } from '../../support/testServer.ts'

const BUFFER = 3 * 1024 ** 3

/** Keeps frequently read data in memory, as on a server of that size; prints a message if the setting cannot be changed. */
export async function giveMemory(): Promise<void> {
  const connection = await testConnection()
  try {
    await connection.query(`SET GLOBAL innodb_buffer_pool_size = ${BUFFER}`)
    await sleep(1_000)
  } catch (error) {
    console.log(`The database keeps its own memory settings (${(error as Error).message})`)
  } finally {
    await connection.end()
  }
}
