import type { Person, Visitor } from '../harness/client.ts'
import { makePasskey, answerWith, type SoftKey } from '../support/authenticator.ts'

export const origin = 'http://localhost:4321'

/** Passkey calls of users; `person` is the default user, `visitor` a visitor who is not signed in. */
export function passkeyCalls({ person, visitor }: { person: () => Person; visitor: () => Visitor }) {
  /** Adds a passkey to a signed-in user. */
  async function add(who = person(), { name = 'Laptop', ...more }: { name?: string; counts?: boolean } = {}) {
    const options = await who.client.passkeys.beginAdding.mutate({ password: who.password })
    const { passkey, answer } = makePasskey(options, { origin, ...more })
    await who.client.passkeys.add.mutate({ name, passkey: answer })
    return passkey
  }
  async function login(passkey: SoftKey, mischief: object = {}, { client }: Visitor = visitor()) {
    const options = await client.passkeys.beginLogin.mutate()
    return await client.passkeys.login.mutate({
      passkey: answerWith(passkey, options, { origin, ...mischief }),
    })
  }
  async function prove(passkey: SoftKey, { client }: Visitor = person()) {
    return answerWith(passkey, await client.passkeys.beginProof.mutate(), { origin })
  }
  const mine = async ({ client }: Visitor = person()) => (await client.passkeys.mine.query()).passkeys
  return { add, login, prove, mine }
}
