import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Person } from '../harness/client.ts'
import { runCommand } from '../harness/command.ts'
import { runProduct } from '../support/runProduct.ts'
import { fakeTerminal } from '../support/terminal.ts'
import { makeToken } from './calls.ts'

const plak = runProduct()
let person: Person
let home: string
beforeEach(async () => {
  person = await plak.harness.register('ayse')
  home = mkdtempSync(join(tmpdir(), 'plak-token-'))
})
afterEach(() => rmSync(home, { recursive: true }))

function call(token: string, ...args: string[]) {
  const env = { XDG_CONFIG_HOME: home, PUBLIC_URL: plak.server.url, PLAK_TOKEN: token }
  const { streams, outcome } = fakeTerminal()
  return outcome(runCommand({ args, env, onInterrupt: () => {}, ...streams }))
}

it('PLAK_TOKEN goes before a remembered login, and keeps it', async () => {
  const login = ['auth.register', '--username', 'fatma', '--email', 'f@plak.example', '--password']
  await call('', ...login, 'fatma has a record player')
  const { token } = await makeToken(person, { scopes: ['read'] })
  expect((await call(token, 'auth.me')).stdout).toContain('"nickname":"ayse"')
  expect((await call('', 'auth.me')).stdout).toContain('"nickname":"fatma"')
})

it('a refusal is printed with its text, and exits with 1', async () => {
  const { token, id } = await makeToken(person, { scopes: ['read'] })
  const refused = (text: string) => ({ code: 1, stdout: '', stderr: `${text}\n` })
  expect(await call(token, 'users.update', '--bio', 'Me.')).toEqual(refused('This is not open to tokens'))
  expect(await call(token, 'lists.remove', '--id', '1')).toEqual(refused('This token may only read'))
  await person.client.tokens.revoke.mutate({ id })
  expect(await call(token, 'auth.me')).toEqual(refused('This token is not valid'))
})
