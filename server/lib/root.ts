import { join } from 'node:path'

/** The root folder of the project: two folders above this file, and also above its built version (`dist/<folder>`). */
export const root = join(import.meta.dirname, '../..')
