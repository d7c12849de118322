import { resumeRemovals } from './account/removal.ts'
import { scheduledBackup } from './backup/schedule.ts'
import { refreshCharts } from './catalog/keyless/charts.ts'
import { answerRequests } from './catalog/keyless/lookUps.ts'
import { fetchCovers, renewPortrait } from './catalog/keyless/pictures.ts'
import { makeLinking } from './catalog/linking/worker.ts'
import { countAllRanks } from './catalog/ranks.ts'
import { fillAlbumWords } from './catalog/wordIndex.ts'
import type { MusicBrainz } from './clients/musicbrainz/client.ts'
import type { Deps } from './core/deps.ts'
import { makeFileReader, workOnImports } from './imports/worker.ts'
import type { Work } from './jobs/schedule.ts'
import { makeSender } from './mail/sender.ts'
import { writers } from './mails.ts'
import { tidyAndRecord } from './maintenance/retention.ts'
import { continueMerges } from './moderation/merges.ts'
import { queueDigests } from './notifications/delivery/digest.ts'
import { resumeAnnouncements } from './notifications/write/announce.ts'
import { findDueChecks } from './plays/prompts/checks.ts'
import { makePrompter } from './plays/prompts/compute.ts'
import { findDuePull, pullDue } from './plays/pulls/pulls.ts'
import { sendPushes } from './push/sender.ts'
import { refreshSuggestions } from './suggestions/refresh.ts'

// All background work, except timers that belong to a connection, a socket, a buffer or a request.

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Started with the app. `mailLook`: interval between two looks for due mail and push messages, in milliseconds. */
export function queues(deps: Deps, mailLook = SECOND): Work[] {
  const imports = { on: 'each process', every: 500, warning: 'cannot claim imports' } as const
  return [
    {
      name: 'settings',
      on: 'each process',
      every: 400,
      run: () => deps.liveSettings.refresh(),
      warning: 'the settings cannot be read',
    },
    {
      name: 'mail',
      on: 'each process',
      every: mailLook,
      isOn: () => deps.mailer !== null,
      run: makeSender(deps, writers),
      warning: 'the mail queue cannot be read',
    },
    {
      name: 'push',
      on: 'each process',
      every: mailLook,
      isOn: () => deps.pushKey !== null,
      run: (signal) => sendPushes(deps, signal),
      warning: 'the queue of push messages cannot be read',
    },
    { ...imports, name: 'files of imports', run: makeFileReader(deps) },
    { ...imports, name: 'imports', run: (signal) => workOnImports(deps, signal) },
    linking(deps),
    ...keyless(deps),
    ...played(deps),
  ]
}

function linking(deps: Deps): Work {
  let client: MusicBrainz | null = null
  let link: ReturnType<typeof makeLinking> = async () => {}
  return {
    name: 'linking',
    on: 'one process',
    every: 2 * SECOND,
    pause: 0,
    isOn: () => deps.musicbrainz !== null,
    async run(signal) {
      const { musicbrainz } = deps
      if (!musicbrainz) return
      if (client !== musicbrainz) link = makeLinking(deps, musicbrainz)
      client = musicbrainz
      await link(signal)
    },
    warning: 'albums cannot be linked',
  }
}

/** Work of the catalogue without a key. */
function keyless(deps: Deps): Work[] {
  const isOn = () => deps.listenbrainz !== null
  return [
    {
      name: 'requests',
      on: 'one process',
      every: SECOND,
      pause: 0,
      isOn,
      run: async (signal) => {
        const { musicbrainz, wikimedia } = deps
        if (musicbrainz) await answerRequests(deps, { musicbrainz, wikimedia }, signal)
      },
    },
    {
      name: 'covers',
      on: 'one process',
      every: SECOND,
      pause: 0,
      isOn,
      run: async (signal) => {
        const { coverart, musicbrainz, wikimedia } = deps
        if (coverart) await fetchCovers(deps, coverart, signal)
        if (musicbrainz && wikimedia) await renewPortrait(deps, { musicbrainz, wikimedia }, signal)
      },
    },
    {
      name: 'charts',
      on: 'one process',
      every: 5 * SECOND,
      pause: 15 * 60,
      isOn,
      run: async (signal) => {
        const { listenbrainz, musicbrainz } = deps
        if (listenbrainz && musicbrainz) await refreshCharts(deps, { listenbrainz, musicbrainz }, signal)
      },
      warning: 'the charts cannot be fetched',
    },
  ]
}

/** Plays at other services, and prompts to log what was played. */
const played = (deps: Deps): Work[] => [
  {
    name: 'prompts',
    on: 'one process',
    every: SECOND,
    pause: 0,
    isDue: async () => (await findDueChecks(deps.db)).length > 0,
    run: makePrompter(deps),
    warning: 'prompts cannot be computed',
  },
  {
    name: 'pullsLastfm',
    on: 'one process',
    every: 2 * SECOND,
    pause: 0,
    isOn: () => deps.playServices.lastfm !== null,
    isDue: async () => (await findDuePull(deps.db, 'lastfm')) !== null,
    run: async (signal) => {
      const service = deps.playServices.lastfm
      if (service) await pullDue(deps, { name: 'lastfm', service }, signal)
    },
    warning: 'plays at Last.fm cannot be fetched',
  },
  {
    name: 'pullsListenBrainz',
    on: 'one process',
    every: 2 * SECOND,
    pause: 0,
    isDue: async () => (await findDuePull(deps.db, 'listenbrainz')) !== null,
    run: (signal) => pullDue(deps, { name: 'listenbrainz', service: deps.playServices.listenbrainz }, signal),
    warning: 'plays at ListenBrainz cannot be fetched',
  },
]

export const upkeep = (deps: Deps): Work[] => [
  {
    name: 'ranks of albums',
    on: 'each process',
    every: SECOND,
    run: (signal) => countAllRanks(deps, signal),
    warning: 'ranks of albums cannot be counted',
  },
  {
    name: 'removals',
    on: 'each process',
    every: 5 * MINUTE,
    run: (signal) => resumeRemovals(deps, signal),
  },
  {
    name: 'merges',
    on: 'each process',
    every: 10 * SECOND,
    run: (signal) => continueMerges(deps, signal),
  },
  {
    name: 'tidy',
    on: 'one process',
    every: 5 * MINUTE,
    pause: 60 * 60,
    run: (signal) => tidyAndRecord(deps, signal),
  },
  {
    name: 'words',
    on: 'one process',
    every: 10 * SECOND,
    pause: 10,
    run: (signal) => fillAlbumWords(deps, signal),
  },
  {
    name: 'suggestions',
    on: 'one process',
    every: 5 * SECOND,
    pause: 4,
    run: (signal) => refreshSuggestions(deps, signal),
    warning: 'suggestions cannot be computed',
  },
  {
    name: 'notifications',
    on: 'one process',
    every: 20 * SECOND,
    pause: 15,
    async run(signal) {
      // First the digests: an announcement that fails must not delay them.
      if (deps.mailer) await queueDigests(deps)
      await resumeAnnouncements(deps, signal)
    },
  },
  ...scheduledBackup(deps),
]
