// Options of vitest that exclude the tests that are huge or kill processes and services, or run only these.
const files = 'tests/**/*.torture.test.ts'

export const withoutTorture = [`--exclude=${files}`]

export const onlyTorture = [
  '--exclude=tests/**/!(*.torture).test.ts',
  // A service that one of them kills must not be needed by another.
  '--no-file-parallelism',
  '--disable-console-intercept',
]
