import { join } from 'node:path'
import { defineConfig } from 'vite'

/**
 * Node programs as plain JavaScript in dist/<folder>: a process that starts compiles nothing, so it is there in a third of the time.
 * All of it lies in that folder itself, two levels below the root, like the files of `server/<folder>`: relative paths hold.
 */
export const programs = (folder: string, input: Record<string, string>) =>
  defineConfig({
    root: join(import.meta.dirname, '..'),
    build: {
      ssr: true,
      outDir: `dist/${folder}`,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
