import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { vi } from 'vitest'

type Message = { id: string; event: string; data: Record<string, unknown> }

/** An open event stream, read as the HTML standard says. */
export type Reader = {
  status: number
  headers: IncomingMessage['headers']
  messages: Message[]
  /** everything that was received */
  text: () => string
  types: () => string[]
  retry: () => number | null
  comments: () => number
  /** resolves when the server ends the stream */
  ended: Promise<unknown>
  /** waits until the stream has a message of this type */
  until: (event: string, count?: number) => Promise<Message>
  pause: () => void
  resume: () => void
  close: () => void
}

type Options = {
  token?: string
  lastEventId?: string
  headers?: Record<string, string>
  method?: string
  onMessage?: (message: Message) => void
}

export async function openStream(url: string, path: string, options: Options = {}): Promise<Reader> {
  const { token, lastEventId, headers = {}, method = 'GET', onMessage = () => {} } = options
  const asked = request(`${url}/api/v1${path}`, {
    agent: false,
    method,
    headers: {
      accept: 'text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
  })
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return read(answer, onMessage)
}

function read(answer: IncomingMessage, onMessage: (message: Message) => void): Reader {
  const messages: Message[] = []
  let text = ''
  let rest = ''
  let retry: number | null = null
  let comments = 0
  answer.setEncoding('utf8')
  answer.on('data', (chunk: string) => {
    text += chunk
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const lines = rest.slice(0, end).split('\n')
      rest = rest.slice(end + 2)
      comments += lines.filter((line) => line.startsWith(':')).length
      const fields = new Map(
        lines.flatMap((line): [string, string][] => {
          const [, name, value] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
          return name === undefined ? [] : [[name, value!]]
        }),
      )
      if (fields.has('retry')) retry = Number(fields.get('retry'))
      if (!fields.has('data')) continue
      const message = {
        id: fields.get('id') ?? '',
        event: fields.get('event') ?? 'message',
        data: JSON.parse(fields.get('data')!) as Message['data'],
      }
      messages.push(message)
      onMessage(message)
    }
  })
  const ended = new Promise((resolve) => answer.once('close', resolve))
  answer.on('error', () => {})
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    messages,
    text: () => text,
    types: () => messages.map(({ event }) => event),
    retry: () => retry,
    comments: () => comments,
    ended,
    until: (event, count = 1) =>
      vi.waitFor(() => {
        const found = messages.filter((message) => message.event === event)[count - 1]
        if (!found) throw new Error(`No ${event} yet: ${messages.map((message) => message.event).join()}`)
        return found
      }, 20_000),
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    close: () => void answer.destroy(),
  }
}
