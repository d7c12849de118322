// What the server draws pages with, built into one file (vite.config.ts). A language is chosen once for all its modules, so
// the server imports the file once for each: '?language=tr' is another module than '?language=en'.
import { setLanguage } from './lib/setLanguage.ts'

await setLanguage(new URL(import.meta.url).searchParams.get('language'))
export const { draw, treeOf, streamed } = await import('./draw.tsx')
