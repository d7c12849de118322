import { programs } from '../scripts/programs.ts'

export default programs('server', {
  main: 'server/main.ts',
  admin: 'server/admin.ts',
  migrate: 'server/migrate.ts',
  settings: 'server/lib/settings.ts',
})
