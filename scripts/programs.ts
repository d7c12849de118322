import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/**
 * Packages that are not bundled: they load native code or other files from their own folder, or only development and tests use
 * them. `mariadb` is LGPL: it must remain a file that others can replace.
 */
const outside = ['sharp', '@node-rs/argon2', 'mariadb', '@expo-google-fonts/inter', 'oidc-provider', 'vite']

/** A process keeps its whole source map in memory: it is of our own code alone. */
const withoutMapsOfPackages: Plugin = {
  name: 'without-maps-of-packages',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
}

/**
 * Node programs as plain JavaScript in dist/<folder>, with the packages that they use: a process that starts compiles nothing and
 * does not look for a thousand files. All of it lies in that folder itself, two levels below the root, like the files of
 * `server/<folder>`: relative paths hold.
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
