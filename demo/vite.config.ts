import { programs } from '../scripts/programs.ts'

export default programs('demo', { main: 'demo/main.ts', seed: 'demo/seed.ts' })
