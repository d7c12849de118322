import { createRequire } from 'node:module'
import sharp from 'sharp'

/** The font of the pages; letters that it lacks come from the system's fonts. */
export const FAMILY = 'Inter, sans-serif'

const { resolve } = createRequire(import.meta.url)
// The renderer cannot read the woff2 files of the pages.
const files = [
  '400Regular/Inter_400Regular.ttf',
  '600SemiBold/Inter_600SemiBold.ttf',
  '700Bold/Inter_700Bold.ttf',
]

let registration: Promise<unknown> | undefined

/** Only registers once. If that fails, images use a font of the system. */
export function typeface(): Promise<unknown> {
  registration ??= registerFonts().catch(() => null)
  return registration
}

async function registerFonts() {
  for (const file of files) {
    const fontfile = resolve(`@expo-google-fonts/inter/${file}`)
    // Drawing with a font file registers it.
    await sharp({ text: { text: 'a', font: FAMILY, fontfile } })
      .raw()
      .toBuffer()
  }
}
