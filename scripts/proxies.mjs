// The proxies of docs/install.md, behind which tests run the product (tests/install).
import { findProgram } from './environment.mjs'

const packages = { nginx: ['nginx-light', 'nginx'], caddy: ['caddy'], haproxy: ['haproxy'] }

export function missingProxyPackages() {
  return Object.keys(packages)
    .filter((program) => findProgram(program) === null)
    .map((program) => packages[program])
}
