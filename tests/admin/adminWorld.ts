import { beforeEach } from 'vitest'
import { setRole } from '../../server/account/operator.ts'
import type { Role } from '../../shared/roles.ts'
import type { Person } from '../harness/client.ts'
import { runProduct } from '../support/runProduct.ts'

/** Runs the product for a file of tests: `admin` is an administrator, `ayse` is a member; the trail is empty. */
export function runAdministration(options: Parameters<typeof runProduct>[0] = {}) {
  const plak = runProduct(options)
  let [admin, ayse] = [] as unknown as [Person, Person]
  beforeEach(async () => {
    admin = await plak.harness.register('admin')
    ayse = await plak.harness.register('ayse')
    await appoint('admin', 'admin')
    await plak.server.deps.audit.flush()
    await plak.server.deps.db.auditEntry.deleteMany()
  })
  const appoint = (nickname: string, role: Role) => setRole(plak.server.deps, nickname, role)
  return {
    get server() {
      return plak.server
    },
    get harness() {
      return plak.harness
    },
    get admin() {
      return admin
    },
    get ayse() {
      return ayse
    },
    /** the administrator's password, and an account */
    proven: (nickname: string) => ({ nickname, password: admin.password }),
    appoint,
    roleOf: async (nickname: string) =>
      (await plak.server.deps.db.user.findUniqueOrThrow({ where: { nickname } })).role,
    lines: async () => (await admin.client.admin.trail.query({})).items,
  }
}
