// Server rendering, built into one file. Its language is set once, so the server imports it once per language ('?language=tr').
import { setLanguage } from './lib/setLanguage.ts'

await setLanguage(new URL(import.meta.url).searchParams.get('language'))
export const { draw, treeOf, streamed } = await import('./draw.tsx')
