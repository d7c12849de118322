import { join } from 'node:path'

/** Two folders above this file, and also above its built version (`dist/<folder>`). */
export const root = join(import.meta.dirname, '../..')
