// `npm run call`: makes what the command line needs where it is missing (a fresh clone), and becomes it. Its output holds
// the answer alone, so notices go to the error output; one process, because it is called in loops.
import { checkNode, tell } from './environment.mjs'
import { buildHarness, generateClient, installPackages, quietly } from './prepare.mjs'

try {
  checkNode()
  await quietly(async () => {
    await installPackages()
    await generateClient()
    await buildHarness()
  })
} catch (error) {
  tell(error)
  process.exit(1)
}
// A scenario is TypeScript that nothing has built.
if (process.argv.some((word) => word.startsWith('--scenario'))) await import('tsx')
await import('../dist/harness/call.js')
