import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Packages that are not bundled: they load native code or other files from their own folder, or are only used in development
 * and tests. `mariadb` is LGPL: it must remain a file that others can replace.
 */
const outside = ['sharp', '@node-rs/argon2', 'mariadb', '@expo-google-fonts/inter', 'oidc-provider', 'vite']

/** Restricts source maps to our own code: a process keeps its whole source map in memory. */
const withoutMapsOfPackages: Plugin = {
  name: 'without-maps-of-packages',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
}

/**
 * Builds Node programs as plain JavaScript into dist/<folder>, bundled with the packages that they use, so that a starting
 * process compiles nothing and does not search thousands of files. All output files are directly in that folder, two levels
 * below the root like the files of `server/<folder>`, so that relative paths stay valid.
 */
export const programs = (folder: string, input: Record<string, string>) =>
  defineConfig({
    root: join(import.meta.dirname, '..'),
    plugins: [withoutMapsOfPackages],
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: true,
      outDir: `dist/${folder}`,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      sourcemap: true,
      minify: false,
      // Read by server/http/web/licenses.ts.
      license: { fileName: '.vite/license.json' },
      rolldownOptions: {
        input,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          sourcemapExcludeSources: true,
        },
      },
    },
  })
