import type { Person, Visitor } from '../harness/client.ts'

/** Returns the response to a request of a page, without its time and its request id. */
export async function fetchPage(url: string, { cookies }: Person | Visitor, path: string) {
  const response = await fetch(`${url}${path}`, {
    headers: { cookie: cookies.header() ?? '', 'accept-encoding': 'identity' },
  })
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(response.headers)
  const html = (await response.text()).replace(/\{"at":\d+/, '{"at":0')
  return { status: response.status, headers, html }
}
