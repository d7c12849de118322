import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

// Draws comments of the product at random, for a reading: `node tests/house/drawComments.mjs [count] [seed]`.

const [count = 50, seed = Date.now() % 100_000] = process.argv.slice(2).map(Number)
const folders = ['server', 'web', 'shared', 'scripts', 'demo']
const files = execFileSync('git', ['ls-files', ...folders], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file))

const comments = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  return parseSync(file, source).comments.map(({ value, start }) => {
    const line = source.slice(0, start).split('\n').length
    return `${file}:${line} ${value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()}`
  })
})
let state = seed
/** Returns a number from 0 to below 1, from Lehmer's generator, so that a seed repeats a draw. */
const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
const drawn = Array.from({ length: count }, () => comments[Math.floor(random() * comments.length)])

process.stdout.write(`${comments.length} comments, seed ${seed}\n\n${drawn.join('\n\n')}\n`)
