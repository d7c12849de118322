// Builds everything that the product needs, except the demo, and starts nothing: for an image or a deployment.
import { checkNode } from './environment.mjs'
import { live } from './lifetime.mjs'
import { buildServer, buildWeb, generateClient, installPackages } from './prepare.mjs'

await live(async () => {
  checkNode()
  await installPackages()
  await generateClient()
  await buildWeb()
  await buildServer()
})
