import { broken, ok, type Found } from '../../admin/checks/check.ts'
import { examine } from '../../admin/checks/examine.ts'
import { readSettings, SettingsError, type Settings } from '../../lib/settings.ts'
import { formatCount, type Task } from './task.ts'

type Environment = Record<string, string | undefined>

function settingsOf(env: Environment): { settings: Settings | null; found: Found[] } {
  try {
    return { settings: readSettings(env), found: [ok('settings', 'all are valid')] }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const mend = 'Correct it in .env or the environment; .env.example explains each setting.'
    const lines = error.message.split('\n').slice(1)
    return { settings: null, found: lines.map((line) => broken('settings', line.trim(), mend)) }
  }
}

const marks = { ok: '  ', warning: '! ', broken: '✗ ' }
const sentence = ({ about, state, said, mend }: Found) =>
  `${marks[state]}${about.padEnd(16)}${said}.${mend ? `\n${' '.repeat(18)}${mend}` : ''}`

export const doctor: Task = {
  usage: '[--mail {address}]',
  options: { mail: { type: 'string' } },
  does: 'checks everything that Plak depends on, and reports how to fix what is wrong; --mail sends a test mail',
  async alone({ env }, { options }) {
    const { settings, found } = settingsOf(env)
    const mailTo = options['mail'] as string | undefined
    const [node, ...others] = await examine({ settings, env, mailTo })
    const results = [node!, ...found, ...others]
    const countOf = (state: Found['state']) => results.filter((each) => each.state === state).length
    const [faults, warnings] = [countOf('broken'), countOf('warning')]
    const sum = `${formatCount(faults, 'thing')} to mend, ${formatCount(warnings, 'warning')}.`
    return {
      said: [...results.map(sentence), '', sum].join('\n'),
      data: { ok: faults === 0, faults, warnings, checks: results },
      code: faults === 0 ? 0 : 1,
    }
  },
}
