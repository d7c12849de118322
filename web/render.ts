// Server rendering, built into one file (vite.config.ts). The language is chosen once, for all its modules, so the server
// imports the file once per language: '?language=tr' is a separate module from '?language=en'.
import { setLanguage } from './lib/setLanguage.ts'

await setLanguage(new URL(import.meta.url).searchParams.get('language'))
export const { draw, treeOf, streamed } = await import('./draw.tsx')
