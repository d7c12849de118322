import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server/router.ts'

export type Refusal = { code: string; message: string; fields: Record<string, string> }

/**
 * Returns the error of a refused call.
 * @throws if the call succeeded, or its error is untyped or has no id
 */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof TRPCClientError) || !error.data?.id) throw error
  const { data, message } = error as TRPCClientError<AppRouter>
  return { code: data!.code, message, fields: data!.fields }
}
