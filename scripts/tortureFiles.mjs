// The tests that are huge or kill processes and services: options of vitest that leave them out, and that run nothing else.
const files = 'tests/**/*.torture.test.ts'

export const withoutTorture = [`--exclude=${files}`]

export const onlyTorture = [
  '--exclude=tests/**/!(*.torture).test.ts',
  // What one of them kills must not be what another one waits for.
  '--no-file-parallelism',
  '--disable-console-intercept',
]
