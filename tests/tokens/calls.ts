import type { TokenScope } from '../../shared/tokens.ts'
import type { Person } from '../harness/client.ts'

/** Creates an access token of a user, and returns it with its id. */
export const makeToken = (
  { client, password }: Person,
  { scopes = ['write'] }: { scopes?: TokenScope[] } = {},
): Promise<{ token: string; id: number }> =>
  client.tokens.create.mutate({ name: 'Script', scopes, expires: 'days90', password })

type Request = { token?: string; input?: unknown; headers?: Record<string, string>; method?: 'GET' | 'POST' }
type Failure = { message: string; data: { id: string | null; httpStatus: number } }
export type Answer = { status: number; headers: Headers; data: unknown; id: string | null | undefined }

/** Calls a procedure over HTTP with an access token. */
export async function callWith(
  url: string,
  procedure: string,
  { token, input, headers = {}, method = 'GET' }: Request = {},
): Promise<Answer> {
  const text = input === undefined ? undefined : JSON.stringify(input)
  const query = method === 'GET' && text !== undefined ? `?input=${encodeURIComponent(text)}` : ''
  const response = await fetch(`${url}/trpc/${procedure}${query}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(method === 'POST' && { body: text ?? '' }),
  })
  const { result, error } = (await response.json()) as { result?: { data: unknown }; error?: Failure }
  return { status: response.status, headers: response.headers, data: result?.data, id: error?.data?.id }
}
