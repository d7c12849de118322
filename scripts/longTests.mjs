// Options of vitest that exclude the longest tests, so that `npm test` is quick; `npm test -- --all` runs them, too.

/** Files under tests/ that take more than five seconds on two cores, by their folder. `npm test` keeps some of these anyway. */
const files = {
  account: 'accessWays adminTasks deletion doctor email export orphans',
  admin: 'demo',
  api: 'streams',
  auth: 'throttle',
  backup: 'schedule upgrade',
  catalog:
    'added aliases artists browse keyless keylessFaults lastfmFailures linking linkingOutage merge mergeNames uploadedPictures',
  comments: 'counts live',
  database: 'migration',
  demo: 'seed spotifyLibrary',
  http: 'builtPackages drain sockets',
  imports: 'beside imports levels lookUp openPages ownAndNeodb suspended tableStates undo verdict',
  install: 'compose',
  lists: 'random rows',
  live: 'bus directDelivery goneThreads installations',
  logs: 'levels openPage',
  mail: 'mail',
  moderation: 'actions',
  notifications: 'judged kinds mail',
  people: 'blocks requests',
  plays: 'playing prompts pulls walk',
  push: 'push',
  sharing: 'shareTarget',
  spotify: 'failures stats suspended sync',
  stats: 'exact',
  suggestions: 'atOnce people',
  users: 'picture',
  visibility: 'live',
}

export const longTests = Object.entries(files).flatMap(([folder, names]) =>
  names.split(' ').map((name) => `tests/${folder}/${name}.test.ts`),
)

export const withoutLong = longTests.map((file) => `--exclude=${file}`)
