import { makeMailer } from '../../clients/smtp/client.ts'
import { makeRedis, type Redis } from '../../lib/redis.ts'
import { catalogueOf, type Settings } from '../../lib/settings.ts'
import { renderLetter } from '../../mail/letter.ts'
import { mailTexts } from '../../mail/texts.ts'
import { broken, clockOf, inTime, isAtLeast, ok, warning, messageOf, type Found } from './check.ts'

const OLDEST_REDIS = '6.2'
const SECOND_CHANCE = 1_000

export async function checkRedis(url: string): Promise<Found[]> {
  let giveUp: (error: unknown) => void
  const refused = new Promise<never>((_, reject) => (giveUp = reject))
  // One of several sentinels can be unreachable.
  const redis = makeRedis(url, (error) => setTimeout(giveUp, SECOND_CHANCE, error))
  try {
    await inTime(Promise.race([awaitReady(redis), refused]))
    const fields = fieldsOf(await inTime(redis.info()))
    return [
      checkVersion(fields),
      checkRole(fields),
      checkMemory(fields),
      await clockOf('redis', async () => {
        const [seconds, micros] = await redis.time()
        return Number(seconds) * 1_000 + Number(micros) / 1_000
      }),
    ]
  } catch (error) {
    const mend =
      'Start Redis, or correct REDIS_URL. Until then pages work, and live events are delayed by a second.'
    return [broken('redis', `it cannot be reached (${messageOf(error)})`, mend)]
  } finally {
    redis.destroy()
  }
}

export async function awaitReady(redis: Redis): Promise<void> {
  if (!redis.isReady) await new Promise((resolve) => redis.once('ready', resolve))
}

type Fields = Record<string, string>

const fieldsOf = (info: string): Fields =>
  Object.fromEntries([...info.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name, value]) => [name!, value!]))

function checkVersion({ redis_version: version = '0' }: Fields): Found {
  return isAtLeast(version, OLDEST_REDIS)
    ? ok('redis', `Redis ${version}`)
    : broken('redis', `Redis ${version} is too old`, `Plak needs Redis ${OLDEST_REDIS} or newer, or Valkey.`)
}

const checkRole = ({ role }: Fields): Found =>
  role === 'master'
    ? ok('redis', 'it accepts writes')
    : broken('redis', 'it is a replica and accepts no writes', 'Point REDIS_URL at the primary.')

function checkMemory({ maxmemory = '0', maxmemory_policy: policy = '' }: Fields): Found {
  const mend = 'Give it a maxmemory (128mb) and maxmemory-policy allkeys-lru: all of its data is a cache.'
  if (Number(maxmemory) === 0) return warning('redis', 'it can use all memory of its machine', mend)
  return policy.startsWith('allkeys')
    ? ok('redis', `it uses at most ${Math.round(Number(maxmemory) / 1024 ** 2)} MB`)
    : warning('redis', `it rejects writes when it is full (${policy})`, mend)
}

export async function checkMail(
  { SMTP_URL: url, SMTP_FROM: from, PUBLIC_URL }: Settings,
  testTo?: string,
): Promise<Found[]> {
  if (!url || !from) {
    const mend = 'Set SMTP_URL and SMTP_FROM.'
    return [
      testTo === undefined
        ? ok('mail', 'not configured (SMTP_URL)')
        : broken('mail', 'no mail can be sent: no mail server is configured', mend),
    ]
  }
  try {
    const mailer = makeMailer({ url, from, host: new URL(PUBLIC_URL).hostname })
    await inTime(mailer.check())
    const takes = ok('mail', 'the mail server accepts mail of this sender')
    if (testTo === undefined) return [takes]
    const { code: language, test } = mailTexts.default
    const { subject, note } = test
    await mailer.send(renderLetter({ to: testTo, language, subject, text: test.text(testTo), note }))
    return [takes, ok('mail', `a test mail went to ${testTo}`)]
  } catch (error) {
    const mend = 'Correct SMTP_URL (address, port, user, password), or start that server.'
    return [broken('mail', `the mail server cannot be used (${messageOf(error)})`, mend)]
  }
}

/** Checks that the catalogue has the settings that it needs. */
export function checkCatalogue(settings: Settings): Found {
  const topic = 'catalogue'
  const { name, missing, asksMusicBrainz } = catalogueOf(settings)
  if (missing) {
    const mend = {
      LASTFM_API_KEY:
        'Set LASTFM_API_KEY (https://www.last.fm/api), or CATALOGUE=musicbrainz with a CONTACT, in the environment or at /admin/settings.',
      CONTACT:
        'Set CONTACT to an address where you can be reached, in the environment or at /admin/settings.',
    }
    return warning(topic, `it is not set up yet: ${missing} is missing`, mend[missing])
  }
  if (name === 'musicbrainz') return ok(topic, 'MusicBrainz')
  if (asksMusicBrainz) return ok(topic, 'Last.fm, with dates, types and ids from MusicBrainz')
  return settings.MUSICBRAINZ === 'off'
    ? ok(topic, 'Last.fm')
    : warning(
        topic,
        'MusicBrainz is not asked for dates, types and ids: CONTACT is missing',
        'Set CONTACT to an address where you can be reached, or MUSICBRAINZ=off.',
      )
}
