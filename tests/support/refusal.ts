import { TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server/router.ts'

export type Refusal = { code: string; message: string; fields: Record<string, string> }

/** What a call was refused with; fails when it was not refused in a typed way, under an id. */
export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  const error = await call.then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof TRPCClientError) || !error.data?.id) throw error
  const { data, message } = error as TRPCClientError<AppRouter>
  return { code: data!.code, message, fields: data!.fields }
}
