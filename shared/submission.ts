import { z } from 'zod'

/** An id from the client: a retry with the same one within 30 days changes nothing. */
export const submission = z.uuid()
