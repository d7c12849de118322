import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { frame } from './frame.ts'
import { offlineWorker } from './offline/plugin.ts'

/** Once, with all the time that it takes; the server sends these as they are. */
const compressed = compression({
  algorithms: ['brotliCompress', 'gzip'],
  include: /assets\/.*\.(js|css|svg)$/,
  threshold: 1_024,
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), offlineWorker(), compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The server reads from it what a page will need, and has it on its way at once.
    manifest: true,
    sourcemap: true,
    // The oldest browsers that know light-dark(), on which the two colour schemes stand.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The content security policy allows no data: URLs, and these browsers need no preload polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: frame } },
  },
})
