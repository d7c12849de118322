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

/** Compresses once at the highest level; the server sends the files as they are. */
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
    client: {
      build: {
        outDir: '../dist/web',
        emptyOutDir: true,
        // The server reads it to preload the files of a page.
        manifest: true,
        sourcemap: true,
        // The oldest browsers that support light-dark(), which both colour schemes need.
        target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
        // 3 KiB smaller than with Vite's own minifier (tests/house/budget.test.ts).
        minify: 'terser',
        // Vite's default leaves one core unused: on two cores that doubles the time of the whole build.
        terserOptions: { module: true, maxWorkers: availableParallelism() },
        // The content security policy allows no data: URLs, and these browsers need no preload polyfill.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { output: { codeSplitting } },
      },
    },
    /** Server rendering: one self-contained file, because each language imports its own instance. */
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
