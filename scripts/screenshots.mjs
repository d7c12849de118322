// `npm run screenshots [-- words of a page's name]`: takes pictures of every page in every state, width and colour scheme
// (tests/web/pages.ts), and writes them to screenshots/ with an overview, screenshots/index.html.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { checkNode, root } from './environment.mjs'
import { atEnd, live } from './lifetime.mjs'
import { buildSites, buildWeb, generateClient, installPackages } from './prepare.mjs'
import { show } from './processes.mjs'
import { throwawayServices } from './services.mjs'
import { waitForAll } from './stages.mjs'

const folder = join(root, 'screenshots')
const columns = [360, 768, 1280].flatMap((width) => ['light', 'dark'].map((theme) => `${width}.${theme}`))
const SCALE = 3
const GAP = 8

async function screenshots() {
  checkNode()
  await installPackages()
  await generateClient()
  await waitForAll(buildWeb(), buildSites())
  const services = await throwawayServices()
  atEnd(services.stop)
  const pattern = process.argv.slice(2).join(' ')
  if (!pattern) rmSync(folder, { recursive: true, force: true })
  const args = [
    'test',
    '--config',
    'tests/web/screenshots.config.ts',
    ...(pattern ? ['--grep', pattern] : []),
  ]
  const code = await show(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), ...args], {
    env: {
      ...process.env,
      TEST_DATABASE_URL: services.databaseUrl,
      TEST_REDIS_URL: services.redisUrl,
      CHROMIUM_PATH: await findBrowser(),
    },
  })
  const pages = takenPages()
  for (const page of pages) await drawPage(page)
  writeFileSync(join(folder, 'index.html'), sheetOf(pages))
  console.log(`\nscreenshots/index.html shows ${pages.length} pages.`)
  return code
}

function takenPages() {
  if (!existsSync(folder)) return []
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => {
    const files = readdirSync(join(folder, name))
    return { name, files, states: [...new Set(files.map((file) => file.split('.')[0]))] }
  })
}

async function drawPage({ name, files, states }) {
  const { default: sharp } = await import('sharp')
  const parts = []
  let [top, right] = [GAP, 0]
  for (const state of states) {
    let [left, bottom] = [GAP, top]
    for (const file of columns
      .map((column) => `${state}.${column}.png`)
      .filter((name) => files.includes(name))) {
      const { width, height } = await sharp(join(folder, name, file)).metadata()
      const [w, h] = [Math.round(width / SCALE), Math.round(height / SCALE)]
      parts.push({
        input: await sharp(join(folder, name, file))
          .resize(w, h)
          .toBuffer(),
        left,
        top,
      })
      left += w + GAP
      bottom = Math.max(bottom, top + h)
    }
    right = Math.max(right, left)
    top = bottom + GAP
  }
  const sheet = { width: right, height: top, channels: 3, background: '#777' }
  await sharp({ create: sheet, limitInputPixels: false })
    .composite(parts)
    .png()
    .toFile(join(folder, `${name}.png`))
}

function sheetOf(pages) {
  const picture = (name, file) => {
    const width = file.split('.').at(-3) / 2
    return `<a href="${name}/${file}"><img loading="lazy" src="${name}/${file}" alt="${file}" width="${width}"></a>`
  }
  const row = ({ name, files }, state) => {
    const images = columns.map((column) => `${state}.${column}.png`).filter((file) => files.includes(file))
    return `<h3>${state}</h3><div>${images.map((file) => picture(name, file)).join('')}</div>`
  }
  const rows = (page) => page.states.map((state) => row(page, state)).join('')
  const part = (page) => `<h2 id="${page.name}">${page.name}</h2>${rows(page)}`
  const links = pages.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')
  const look =
    'body{font:14px sans-serif;background:#777}body,a{color:#fff}div{display:flex;gap:8px;align-items:start}'
  const head = `<!doctype html><meta charset="utf-8"><title>Plak</title><style>${look}</style>`
  return `${head}<nav>${links}</nav>${pages.map(part).join('')}`
}

await live(screenshots)
