// The proxies of docs/install.md, before which tests put the product (tests/install).
import { findProgram } from './environment.mjs'

const packages = { nginx: ['nginx-light', 'nginx'], caddy: ['caddy'], haproxy: ['haproxy'] }

/** The packages of those that are not on this machine. */
export function missingProxyPackages() {
  return Object.keys(packages)
    .filter((program) => findProgram(program) === null)
    .map((program) => packages[program])
}
