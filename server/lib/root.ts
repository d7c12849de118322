import { join } from 'node:path'

/** The folder of the product: two folders up from here, and from what is built of this (`dist/<folder>`) alike. */
export const root = join(import.meta.dirname, '../..')
