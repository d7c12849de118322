import { Readable, Writable } from 'node:stream'

/** What somebody at a terminal has when a command is over. */
export type Outcome = { code: number | null; stdout: string; stderr: string }

/** The streams of a command that runs in the test's own process: `input` is what it reads, `written` what it writes. */
export function fakeTerminal(input = '') {
  const written = { stdout: '', stderr: '' }
  const collect = (name: keyof typeof written) =>
    new Writable({
      write(chunk: Buffer, _, done) {
        written[name] += chunk.toString()
        done()
      },
    })
  const streams = { stdin: Readable.from([input]), stdout: collect('stdout'), stderr: collect('stderr') }
  const outcome = async (code: Promise<number>): Promise<Outcome> => ({ code: await code, ...written })
  return { streams, written, outcome }
}
