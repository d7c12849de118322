import { createRequire } from 'node:module'
import sharp from 'sharp'

/** The page's own typeface; letters that it does not have are the machine's. */
export const FAMILY = 'Inter, sans-serif'

const { resolve } = createRequire(import.meta.url)
// What draws cannot read the page's own woff2.
const files = [
  '400Regular/Inter_400Regular.ttf',
  '600SemiBold/Inter_600SemiBold.ttf',
  '700Bold/Inter_700Bold.ttf',
]

let known: Promise<unknown> | undefined

/** Makes the typeface known to what draws, once. Where that fails, the pictures are in a typeface of the machine's. */
export function typeface(): Promise<unknown> {
  known ??= makeKnown().catch(() => null)
  return known
}

async function makeKnown() {
  for (const file of files) {
    const fontfile = resolve(`@expo-google-fonts/inter/${file}`)
    // Drawing with a file is what makes it known.
    await sharp({ text: { text: 'a', font: FAMILY, fontfile } })
      .raw()
      .toBuffer()
  }
}
