import { readFacts } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'

/** Top of the home page for a signed-in user. */
export const ForYou = lazyPage(() => import('./ForYou.tsx'), 'arriving')

/** Loads a page together with the part for the viewer, so that both are drawn at once. The server draws for everybody. */
export async function withOwn<Page>(page: Promise<Page>): Promise<Page> {
  if (typeof document === 'undefined' || readFacts(0).viewer) await ForYou.load()
  return page
}
