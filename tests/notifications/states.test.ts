import { expect, it } from 'vitest'
import { transaction } from '../../server/lib/db.ts'
import { lockStates } from '../../server/notifications/write/states.ts'
import { lockUser } from '../../server/users/lock.ts'
import { setUp } from './world.ts'

const world = setUp()

it('a first notification does not wait for a change of the person who is notified', async () => {
  const [owner] = await world.people('owner')
  const { db } = world.server.deps
  const { id } = await db.user.findUniqueOrThrow({ where: { nickname: owner!.nickname } })
  await transaction(db, async (tx) => {
    await lockUser(tx, id)
    const states = await transaction(db, async (other) => {
      await other.$executeRaw`SET SESSION innodb_lock_wait_timeout = 1`
      const locked = await lockStates(other, [id])
      await other.$executeRaw`SET SESSION innodb_lock_wait_timeout = DEFAULT`
      return locked
    })
    expect([...states.keys()]).toEqual([id])
  })
})
