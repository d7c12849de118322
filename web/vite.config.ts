import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { codeSplitting } from './build/chunks.ts'
import { earlyScript } from './build/earlyScript.ts'
import { licensesOfStyles } from './build/licensesOfStyles.ts'
import { offlineWorker } from './build/offlineWorker.ts'
import { oneLanguage } from './build/oneLanguage.ts'
import { ownTexts } from './build/ownTexts.ts'

/** Compressed once at the highest level; the server sends the files as they are. */
const compressed = compression({
  algorithms: ['brotliCompress', 'gzip'],
  include: /assets\/.*\.(js|css|svg)$/,
  threshold: 1_024,
})

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  // For the foot of the page.
  define: { 'import.meta.env.VERSION': JSON.stringify(version) },
  plugins: [
    react(),
    tailwindcss(),
    oneLanguage(),
    ownTexts(),
    offlineWorker(),
    earlyScript(),
    licensesOfStyles(),
    compressed,
  ],
  builder: {},
  // Read by server/http/web/licenses.ts.
  build: { license: { fileName: '.vite/license.json' } },
  environments: {
    /** What browsers load. */
    client: {
      build: {
        outDir: '../dist/web',
        emptyOutDir: true,
        // The server reads it to preload what a page needs.
        manifest: true,
        sourcemap: true,
        // The oldest browsers that know light-dark(), on which the two colour schemes stand.
        target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
        // Three KiB less to load than with Vite's own minifier (tests/house/budget.test.ts).
        minify: 'terser',
        // Vite's default leaves one core free: on two cores that is half of the time of the whole build.
        terserOptions: { module: true, compress: { passes: 1 }, maxWorkers: availableParallelism() },
        // The content security policy allows no data: URLs, and these browsers need no preload polyfill.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting } },
      },
    },
    /** What the server draws pages with: one file with all that it needs, because each language has one of its own. */
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      resolve: { noExternal: true },
      build: {
        outDir: '../dist/render',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: { input: { render: 'render.ts' }, output: { codeSplitting: false } },
      },
    },
  },
}))
