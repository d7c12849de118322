/** The oldest supported servers: older ones lack RANDOM_BYTES, or merge parts of a UNION (docs/operations.md). */
const oldest = { MariaDB: [10, 11, 0], MySQL: [8, 0, 22] }

/** Parses the product and version from a server's version string ('5.5.5-10.6.16-MariaDB', '8.4.3'); null if it has none. */
export function readVersion(text: string): { make: 'MariaDB' | 'MySQL'; numbers: number[] } | null {
  const make = /mariadb/i.test(text) ? 'MariaDB' : 'MySQL'
  // MariaDB puts '5.5.5-' before its version for the sake of old replicas.
  const versionText = make === 'MariaDB' ? text.replace(/^5\.5\.5-(?=\d)/, '') : text
  const [, major, minor, patch = '0'] = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(versionText) ?? []
  return major && minor ? { make, numbers: [major, minor, patch].map(Number) } : null
}

export function tooOld(text: string): string | null {
  const version = readVersion(text)
  if (!version) return null
  const { make, numbers } = version
  const minimum = oldest[make]
  const first = numbers.findIndex((number, index) => number !== minimum[index])
  if (first === -1 || numbers[first]! > minimum[first]!) return null
  return (
    `The database server is ${make} ${numbers.join('.')}, which is too old. Plak needs MariaDB 10.11 or newer, or ` +
    'MySQL 8.0.22 or newer: upgrade the server, or let DATABASE_URL name another one.'
  )
}
