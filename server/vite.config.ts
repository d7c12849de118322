import { join } from 'node:path'
import { defineConfig } from 'vite'

// The server as plain JavaScript in dist/server: a process that starts compiles nothing, so it is there in a third of the time.
export default defineConfig({
  root: join(import.meta.dirname, '..'),
  build: {
    ssr: 'server/main.ts',
    outDir: 'dist/server',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
})
