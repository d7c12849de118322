import { programs } from '../../scripts/programs.ts'

export default programs('harness', { call: 'tests/harness/call.ts' })
