import { email as emailSchema } from '../../../shared/auth.ts'
import { roles } from '../../../shared/roles.ts'
import { newNickname } from '../../../shared/users.ts'
import {
  createAccount,
  disableAccount,
  enableAccount,
  getAccount,
  makeResetLink,
  removeAccount,
  setEmail,
  setRole,
  signOutAccount,
  signOutEverybody,
} from '../../account/operator.ts'
import { findAccounts } from '../../admin/people.ts'
import type { Deps } from '../../core/deps.ts'
import { formatCount, Misunderstood, moment, type Given, type Task } from './task.ts'

const nicknameOf = ({ words }: Given) => (words[0] ?? '').trim().toLowerCase()

const users: Task = {
  usage: '[--search s]',
  options: { search: { type: 'string' } },
  does: 'lists accounts, or those whose nickname or e-mail begins with s',
  async run(deps, { options }) {
    const found = await findAccounts(deps.db, { search: String(options['search'] ?? '') })
    const accounts = found.map(({ disabledAt, ...account }) => ({
      ...account,
      disabled: disabledAt !== null,
    }))
    const lines = accounts.map(({ nickname, email, role, disabled, createdAt }) =>
      [
        nickname.padEnd(30),
        email.padEnd(40),
        moment(createdAt),
        role === 'member' ? '' : role,
        disabled ? 'disabled' : '',
      ]
        .join('  ')
        .trimEnd(),
    )
    return { said: [...lines, `${formatCount(accounts.length, 'account')}.`].join('\n'), data: accounts }
  },
}

const create: Task = {
  words: '{nickname} {email}',
  does: 'creates an account and prints a link to choose its password (single use, valid for seven days)',
  async run(deps, { words: [first = '', second = ''] }) {
    const [nickname, email] = [newNickname.parse(first), emailSchema.parse(second)]
    const { id, link, expiresAt } = await createAccount(deps, { nickname, email })
    return { said: link, data: { nickname, email, link, expiresAt }, changed: { subject: id } }
  },
}

const remove: Task = {
  words: '{nickname}',
  usage: '--yes',
  options: { yes: { type: 'boolean' } },
  does: 'deletes an account permanently, with everything that belongs to it',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const { id } = await getAccount(deps, nickname)
    if (input.options['yes'] !== true) {
      const { logs, lists, comments } = await belongings(deps, id)
      throw new Misunderstood(
        `This would permanently delete ${nickname}, with ${logs}, ${lists} and ${comments}. Say --yes to do it.`,
      )
    }
    await removeAccount(deps, id)
    return { said: `${nickname} is deleted.`, data: { nickname, deleted: true }, changed: { subject: id } }
  },
}

async function belongings({ db }: Deps, userId: number) {
  const where = { userId }
  const [logs, lists, comments] = await Promise.all([
    db.log.count({ where }),
    db.list.count({ where }),
    db.comment.count({ where }),
  ])
  return {
    logs: formatCount(logs, 'log'),
    lists: formatCount(lists, 'list'),
    comments: formatCount(comments, 'comment'),
  }
}

const disable: Task = {
  words: '{nickname}',
  does: 'ends every session of an account and hides it; its data stays',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const { id, ended: sessionCount } = await disableAccount(deps, nickname)
    return {
      said: `${nickname} is disabled; ${formatCount(sessionCount, 'session')} ended.`,
      data: { nickname, disabled: true, sessionsEnded: sessionCount },
      changed: { subject: id, detail: { sessions: sessionCount } },
    }
  },
}

const enable: Task = {
  words: '{nickname}',
  does: 'enables a disabled account',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const { id } = await enableAccount(deps, nickname)
    return {
      said: `${nickname} is enabled and can log in.`,
      data: { nickname, disabled: false },
      changed: { subject: id },
    }
  },
}

const signOut: Task = {
  words: '[{nickname}]',
  usage: '| --all --yes',
  options: { all: { type: 'boolean' }, yes: { type: 'boolean' } },
  does: 'ends every session, access token, secret of players and pending link of an account, or of all; they can log in again',
  async run(deps, input) {
    const isAll = input.options['all'] === true
    if (isAll === input.words.length > 0) throw new Misunderstood(`'sign-out' takes {nickname} or --all.`)
    if (!isAll) {
      const nickname = nicknameOf(input)
      const { id, ended: sessionCount } = await signOutAccount(deps, nickname)
      return {
        said: `${nickname} is signed out; ${formatCount(sessionCount, 'session')} ended.`,
        data: { nickname, sessionsEnded: sessionCount },
        changed: { subject: id, detail: { sessions: sessionCount } },
      }
    }
    if (input.options['yes'] !== true)
      throw new Misunderstood('This would sign everybody out. Say --yes to do it.')
    const { ended: sessionCount } = await signOutEverybody(deps)
    return {
      said: `Everybody is signed out; ${formatCount(sessionCount, 'session')} ended.`,
      data: { sessionsEnded: sessionCount },
      changed: { detail: { sessions: sessionCount } },
    }
  },
}

const resetLink: Task = {
  words: '{nickname}',
  does: 'prints a link to choose a new password (single use, valid for one hour)',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const { id, link, expiresAt } = await makeResetLink(deps, nickname)
    return { said: link, data: { nickname, link, expiresAt }, changed: { subject: id } }
  },
}

const changeEmail: Task = {
  words: '{nickname} {email}',
  does: 'changes the e-mail address of an account; pending password links end',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const email = emailSchema.parse(input.words[1])
    const { id } = await setEmail(deps, nickname, email)
    return {
      said: `${nickname} has the e-mail address ${email}.`,
      data: { nickname, email },
      changed: { subject: id },
    }
  },
}

const changeRole: Task = {
  words: '{nickname} member|moderator|admin',
  does: 'sets the role of an account',
  async run(deps, input) {
    const nickname = nicknameOf(input)
    const role = roles.find((each) => each === input.words[1])
    if (!role) throw new Misunderstood(`A role is 'member', 'moderator' or 'admin'.`)
    const { id } = await setRole(deps, nickname, role)
    return {
      said: `${nickname} is ${role === 'admin' ? 'an' : 'a'} ${role}.`,
      data: { nickname, role },
      changed: { subject: id, detail: { role } },
    }
  },
}

export const accountTasks: Record<string, Task> = {
  users,
  create,
  delete: remove,
  disable,
  enable,
  'sign-out': signOut,
  'reset-link': resetLink,
  'set-email': changeEmail,
  role: changeRole,
}
