import type { FirstTexts } from '../texts.ts'
import { defaultTexts } from './default.ts'

const { catalog, home, layout } = defaultTexts

/** The first texts in English: the default ones, with the few Turkish ones translated. */
export const englishTexts: FirstTexts = {
  ...defaultTexts,
  language: 'en',
  locale: 'en-GB',
  loadFailed: 'Something went wrong',
  catalog: { ...catalog, nothingFound: 'No results found' },
  home: { ...home, noDescription: 'No description' },
  layout: { ...layout, searchShort: 'Search...' },
}
