// `npm run call`: standard output contains only the response. Runs as one process, because it is called in loops.
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
// A scenario is TypeScript that has not been compiled.
if (process.argv.some((word) => word.startsWith('--scenario'))) await import('tsx')
await import('../dist/harness/call.js')
