import { beforeEach, describe, expect, it } from 'vitest'
import { passkeyCeremonies } from '../../server/core/limits.ts'
import { texts } from '../../shared/texts.ts'
import type { Person, Visitor } from '../harness/client.ts'
import { makePasskey, answerWith } from '../support/authenticator.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'
import { origin, passkeyCalls } from './calls.ts'

let person: Person
let ahead = 0
const plak = runProduct({ settings: { PUBLIC_URL: origin }, now: () => new Date(Date.now() + ahead) })
beforeEach(async () => {
  ahead = 0
  person = await plak.harness.register('ayse')
})
const { add, prove, mine } = passkeyCalls({ person: () => person, visitor: () => plak.harness.visitor() })

const { refused, over } = texts.passkeys

describe('adding and removing', () => {
  it('ask for a proof each: the password', async () => {
    const begin = (password?: string) => person.client.passkeys.beginAdding.mutate({ password })
    expect((await refusal(begin())).fields).toEqual({ password: texts.auth.passwordRequired })
    expect((await refusal(begin('a wrong one'))).fields).toEqual({ password: 'Wrong password' })
    await add()
    const { id } = (await mine())[0]!
    const remove = (password?: string) => person.client.passkeys.remove.mutate({ id, password })
    expect((await refusal(remove())).fields).toEqual({ password: texts.auth.passwordRequired })
    expect((await refusal(remove('a wrong one'))).fields).toEqual({ password: 'Wrong password' })
    await remove(person.password)
    expect(await mine()).toEqual([])
    expect((await refusal(remove(person.password))).message).toBe(texts.passkeys.gone)
  })

  it('count wrong passwords as the login does', async () => {
    for (let index = 0; index < 10; index++)
      await refusal(person.client.passkeys.beginAdding.mutate({ password: 'wrong' }))
    const begin = person.client.passkeys.beginAdding.mutate({ password: person.password })
    expect((await refusal(begin)).code).toBe('TOO_MANY_REQUESTS')
    expect((await refusal(plak.harness.login(person))).code).toBe('TOO_MANY_REQUESTS')
  })

  it('have 60 challenges in ten minutes, however they are asked for', async () => {
    await add()
    const begin = [
      () => person.client.passkeys.beginProof.mutate(),
      () => person.client.passkeys.beginAdding.mutate({ password: person.password }),
    ]
    for (let index = 1; index < passkeyCeremonies.points; index++) await begin[index % 2]!()
    for (const each of begin) expect((await refusal(each())).code).toBe('TOO_MANY_REQUESTS')
    await (await plak.harness.register('mehmet')).client.passkeys.mine.query()
  })

  it('or a passkey of one’s own, used for just that, once', async () => {
    const passkey = await add()
    const use = await prove(passkey)
    const options = await person.client.passkeys.beginAdding.mutate({ passkey: use })
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id }])
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: use }))).message).toBe(over)
    // Not a use for signing in, in another session, or by another user.
    const asked = await person.client.passkeys.beginLogin.mutate()
    const forLogin = answerWith(passkey, asked, { origin })
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: forLogin }))).message).toBe(
      over,
    )
    const elsewhere = await plak.harness.login(person)
    const fromThere = await prove(passkey, elsewhere)
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: fromThere }))).message).toBe(
      over,
    )
    const stranger = await add(await plak.harness.register('mehmet'))
    const theirs = await prove(stranger)
    expect((await refusal(person.client.passkeys.beginAdding.mutate({ passkey: theirs }))).message).toBe(
      refused,
    )
    const { id } = (await mine())[0]!
    await person.client.passkeys.remove.mutate({ id, passkey: await prove(passkey) })
    expect(await mine()).toEqual([])
  })

  it('or, with neither, a sign-in of a moment ago; a person with a passkey has to use it', async () => {
    await plak.server.deps.db.user.updateMany({ data: { passwordHash: null } })
    ahead = 11 * 60_000
    expect((await refusal(person.client.passkeys.beginAdding.mutate({}))).message).toBe(
      texts.auth.signInAgain,
    )
    ahead = 0
    const passkey = await add({ ...person, password: '' })
    const { id } = (await mine())[0]!
    expect((await refusal(person.client.passkeys.remove.mutate({ id }))).message).toBe(texts.passkeys.useOne)
    await person.client.passkeys.remove.mutate({ id, passkey: await prove(passkey) })
  })

  it('and so do another e-mail address and the end of the account', async () => {
    const passkey = await add()
    await plak.server.deps.db.user.updateMany({ data: { passwordHash: null } })
    const { auth } = person.client
    const [email, password] = ['new@plak.example', '']
    expect((await refusal(auth.changeEmail.mutate({ email, password }))).message).toBe(texts.passkeys.useOne)
    expect((await refusal(auth.deleteAccount.mutate({ password }))).message).toBe(texts.passkeys.useOne)
    // The proof is accepted, and the call is then refused because this server sends no mail.
    const proven = auth.changeEmail.mutate({ email, password, passkey: await prove(passkey) })
    expect((await refusal(proven)).message).toBe(texts.auth.noMail)
    await auth.deleteAccount.mutate({ passkey: await prove(passkey) })
    expect(await plak.server.deps.db.user.count()).toBe(0)
  })

  it('touch nobody else’s', async () => {
    const other = await plak.harness.register('mehmet')
    await add(other)
    const { id } = (await mine(other))[0]!
    const remove = person.client.passkeys.remove.mutate({ id, password: person.password })
    expect((await refusal(remove)).message).toBe(texts.passkeys.gone)
    expect(await mine(other)).toHaveLength(1)
  })

  it('take what was made for this session, here, by a device that knows the person, and each once', async () => {
    const begin = () => person.client.passkeys.beginAdding.mutate({ password: person.password })
    const keep = (answer: ReturnType<typeof makePasskey>['answer'], { client }: Visitor = person) =>
      client.passkeys.add.mutate({ name: '', passkey: answer })
    for (const mischief of [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ]) {
      const { answer } = makePasskey(await begin(), { origin, ...mischief })
      expect((await refusal(keep(answer))).message, JSON.stringify(mischief)).toBe(refused)
    }
    const { answer } = makePasskey(await begin(), { origin })
    expect((await refusal(keep(answer, await plak.harness.login(person)))).message).toBe(over)
    await keep(answer)
    expect((await refusal(keep(answer))).message).toBe(over)
    expect(await mine()).toHaveLength(1)
  })
})
