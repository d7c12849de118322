import { programs } from '../scripts/programs.ts'

export default programs('server', {
  main: 'server/main.ts',
  admin: 'server/operator/main.ts',
  migrate: 'server/operator/migrate.ts',
  settings: 'server/settings/scripts.ts',
  setup: 'server/setup/scripts.ts',
})
