// Server renderer, built into one file (vite.config.ts). All modules share one language, so the server imports the file once for
// each language: '?language=tr' is a different module than '?language=en'.
import { setLanguage } from './lib/setLanguage.ts'

await setLanguage(new URL(import.meta.url).searchParams.get('language'))
export const { draw, treeOf, streamed } = await import('./draw.tsx')
