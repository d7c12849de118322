import { Readable, Writable } from 'node:stream'

export type Outcome = { code: number | null; stdout: string; stderr: string }

/** Creates streams for a command that runs in the test's own process: it reads `input`, and its output is in `written`. */
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
