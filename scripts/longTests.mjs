// Options of vitest that exclude the longest tests, so that `npm test` is quick; `npm test -- --all` runs them, too.

/** Files under tests/ that take more than three seconds on two cores, by their folder. `npm test` keeps some of these anyway. */
const files = {
  account: 'accessWays adminTasks deletion doctor email export orphans',
  activity: 'feed',
  admin: 'demo things',
  api: 'paging streams',
  auth: 'admin forgotPassword throttle',
  backup: 'schedule upgrade',
  catalog:
    'added aliases artists browse keyless keylessFaults lastfmFailures linking linkingHomonyms linkingOutage merge mergeNames musicServices servicePace uploadedPictures',
  comments: 'counts live',
  database: 'migrate migration',
  demo: 'musicbrainz seed spotifyLibrary',
  http: 'badInput builtPackages call drain sockets',
  imports:
    'beside imports letters levels lookUp openPages ownAndNeodb roundTrip suspended tableStates undo verdict',
  install: 'compose',
  lists: 'random rows',
  live: 'bus directDelivery goneThreads installations',
  logs: 'levels openPage',
  mail: 'mail',
  moderation: 'actions reports',
  notifications: 'causes judged kinds mail',
  people: 'blocks requests',
  plays: 'listenbrainz playing prompts pulls walk',
  push: 'push',
  sharing: 'shareTarget',
  spotify: 'failures stats suspended sync',
  stats: 'exact',
  suggestions: 'atOnce exact people',
  tokens: 'doors',
  users: 'picture',
  visibility: 'live',
}

export const longTests = Object.entries(files).flatMap(([folder, names]) =>
  names.split(' ').map((name) => `tests/${folder}/${name}.test.ts`),
)

export const withoutLong = longTests.map((file) => `--exclude=${file}`)
