import { texts } from '../../../shared/texts.ts'
import { expectMatch, expectRefusal } from '../expectations.ts'
import type { Scene } from '../scenario.ts'

/** Registration and sign-in with their errors, and sessions on several devices. */
export async function scenario({ register, login, visitor, step }: Scene): Promise<void> {
  const person = await step('somebody registers and is signed in', async () => {
    const made = await register('member')
    expectMatch(await made.client.auth.me.query(), { nickname: made.nickname })
    return made
  })
  const { nickname, email } = person
  const stranger = visitor()

  await step('a nickname and an address are taken once', async () => {
    const wish = { username: nickname, email: `other-${email}`, password: 'one of my own' }
    await expectRefusal(stranger.client.auth.register.mutate(wish), texts.auth.nicknameTaken)
    const other = { ...wish, username: `x${nickname}`, email }
    await expectRefusal(stranger.client.auth.register.mutate(other), texts.auth.emailTaken)
  })

  await step('a weak password, and one that is too short, are refused', async () => {
    const wish = { username: `x${nickname}`, email: `x${email}` }
    const signUp = (password: string) => stranger.client.auth.register.mutate({ ...wish, password })
    await expectRefusal(signUp('123456'), texts.auth.passwordWeak)
    await expectRefusal(signUp('12345'), texts.auth.passwordShort)
  })

  await step('a login says what was wrong', async () => {
    const { login: signing } = stranger.client.auth
    const signIn = (identifier: string, password: string) => signing.mutate({ identifier, password })
    await expectRefusal(signIn(`nobody_${nickname}`, 'whatever'), texts.auth.userNotFound)
    await expectRefusal(signIn(nickname, 'not mine'), texts.auth.wrongPassword)
    expectMatch(await stranger.client.auth.me.query(), null)
  })

  const phone = await step('the same person signs in on a second device, by e-mail', async () => {
    const made = visitor()
    await made.client.auth.login.mutate({ identifier: email.toUpperCase(), password: person.password })
    const sessions = await person.client.auth.sessions.query()
    expectMatch([sessions.length, sessions.filter(({ current }) => current).length], [2, 1])
    return made
  })

  await step('the first device ends the session of the second', async () => {
    const other = (await person.client.auth.sessions.query()).find(({ current }) => !current)
    await person.client.auth.endSession.mutate({ id: other!.id })
    expectMatch(await phone.client.auth.me.query(), null)
    await expectRefusal(phone.client.activity.feed.query({}), texts.auth.loginRequired)
  })

  await step('a new password ends every other session, and the old one opens nothing', async () => {
    const tablet = await login(person)
    const before = person.password
    const next = `${nickname} turned the record over`
    await person.client.auth.changePassword.mutate({ current: before, next })
    person.password = next
    expectMatch(await tablet.client.auth.me.query(), null)
    await expectRefusal(login({ ...person, password: before }), texts.auth.wrongPassword)
    expectMatch(await person.client.auth.me.query(), { nickname })
  })

  await step('logging out ends the session', async () => {
    await person.client.auth.logout.mutate()
    expectMatch(await person.client.auth.me.query(), null)
    await expectRefusal(person.client.auth.sessions.query(), texts.auth.loginRequired)
  })
}
