// `npm run call`: makes what the command line needs where it is missing (a fresh clone), and becomes it. Its output holds
// the answer alone, so notices go to the error output; one process, because it is called in loops.
import { checkNode, tell } from './environment.mjs'
import { generateClient, installPackages, quietly } from './prepare.mjs'

try {
  checkNode()
  await quietly(async () => {
    await installPackages()
    await generateClient()
  })
} catch (error) {
  tell(error)
  process.exit(1)
}
// Known only once the packages are there.
const { register } = await import('tsx/esm/api')
register()
await import('../tests/harness/call.ts')
