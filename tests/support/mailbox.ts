import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = {
  to: string[]
  source: string
  subject: string
  plain: string
  html: string
  link: URL | null
}

/** commands that the mail server of a test can refuse */
type Refused = 'mail' | 'rcpt' | 'data'

/** A mail server of a test: what it takes lies in `mails`; it can refuse, hang, be away and come back at its address. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  let refusals: { command: Refused; code: number }[] = []
  let deaths = 0
  const sockets = new Set<Socket>()
  let tries = 0
  /** mails received in the connections that broke */
  const lost: string[] = []
  let server = make()
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }

  function make() {
    const made = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onMailFrom(_, __, done) {
        if (refusalOf('mail')) tries++
        done(refusalOf('mail'))
      },
      onRcptTo(_, __, done) {
        tries++
        done(refusalOf('rcpt'))
      },
      onData(stream, session, done) {
        void text(stream).then(async (source) => {
          if (deaths > 0) {
            deaths--
            lost.push(source)
            sockets.forEach((socket) => socket.destroy())
            return
          }
          const to = session.envelope.rcptTo.map(({ address }) => address)
          const mail = await read(source, to)
          const refusal = refusalOf('data')
          if (!refusal) mails.push(mail)
          done(refusal)
        })
      },
    })
    // A client that disconnects is not an error of the test.
    made.on('error', () => {})
    made.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    return made
  }
  function refusalOf(command: Refused) {
    const found = refusals.find((one) => one.command === command)
    return found && Object.assign(new Error('No, for user@plak.example'), { responseCode: found.code })
  }
  const away = () => new Promise<void>((resolve) => server.close(resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** the number of attempts to send something */
    tries: () => tries,
    refuse: (command: Refused, code: number) => void refusals.push({ command, code }),
    accept: () => (refusals = []),
    /** Receives the next mail, and closes the connection before confirming it; returns the mails received this way. */
    dieAfterData() {
      deaths++
      return lost
    },
    away,
    async back() {
      server = make()
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
    },
    forget() {
      mails.length = 0
      refusals = []
      tries = 0
      deaths = 0
      lost.length = 0
    },
    close: away,
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

async function read(source: string, to: string[]): Promise<ReceivedMail> {
  const { subject = '', text: plain = '', html = '' } = await PostalMime.parse(source)
  const address = /https?:\/\/\S+/.exec(plain)?.[0]
  return { to, source, subject, plain, html, link: address ? new URL(address) : null }
}
