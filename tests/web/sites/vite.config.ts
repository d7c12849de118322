import { programs } from '../../../scripts/programs.ts'

export default programs('sites', {
  plak: 'tests/web/sites/plak.ts',
  google: 'tests/web/sites/google.ts',
  passkeys: 'tests/web/sites/passkeys.ts',
})
