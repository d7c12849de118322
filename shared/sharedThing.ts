import { cut } from './cut.ts'
import { limits } from './limits.ts'

// Things that another app shares with the installed one. No zod: the page that reads them sends nothing that it has to check.

/** The first address that was shared, and the words beside it. */
export type SharedThing = { address: string | null; words: string }

const ADDRESS = /https?:\/\/[^\s<>"']+/giu
/** Signs of the sentence around an address. */
const AROUND = /^[\s:,;–—-]+|[\s:,;–—-]+$/gu

/** Apps put the address into any of the three, most of them into `text`. */
export function readSharedThing(search: URLSearchParams): SharedThing {
  const [url, text, title] = ['url', 'text', 'title'].map((name) => search.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const [address] = [url, text, title].flatMap((each) => each.match(ADDRESS) ?? [])
  const [words = ''] = [text, title, url].map(wordsIn).filter((each) => each !== '')
  return {
    address: address && address.length <= limits.url ? address.replace(/[.,;:!?)\]}]+$/u, '') : null,
    words: cut(words, limits.searchQuery).trim(),
  }
}

const wordsIn = (text: string): string => text.replace(ADDRESS, ' ').replace(/\s+/gu, ' ').replace(AROUND, '')
