import { describe, expect, it } from 'vitest'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { defaultTexts } from '../../shared/texts/default.ts'
import { englishTexts } from '../../shared/texts/english.ts'
import { pageTexts } from '../../shared/texts/pageTexts.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'

// These texts are literals from the specification; their numbers must be those of the limits.
it.each([
  [texts.auth.passwordShort, limits.password.min],
  [texts.auth.nicknameShort, limits.nickname.min],
  [texts.favorites.topFull, limits.topAlbums],
])('%s', (text, limit) => expect(text).toContain(` ${limit} `))

it('who follows nobody is told so, not that nobody follows them', () => {
  expect([englishTexts, turkishTexts].map(({ follows }) => follows.noFollowing)).toEqual([
    'Not following anyone yet',
    'Henüz kimseyi takip etmiyor',
  ])
})

const catalogues = {
  default: { ...defaultTexts, ...pageTexts.default },
  en: { ...englishTexts, ...pageTexts.en },
  tr: { ...turkishTexts, ...pageTexts.tr },
}

/** Returns every text by its name; functions are called with threes: 'lists.full' → 'A list can hold …'. */
function textsOf(catalogue: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(catalogue as Record<string, unknown>).flatMap(
    ([key, value]): [string, string][] => {
      const name = prefix + key
      if (typeof value === 'function')
        return [[`${name}()`, String((value as (...values: number[]) => string)(3, 3, 3))]]
      return typeof value === 'object' && value ? [...textsOf(value, `${name}.`)] : [[name, String(value)]]
    },
  )
  return new Map(entries)
}

const spoken = {
  default: textsOf(catalogues.default),
  en: textsOf(catalogues.en),
  tr: textsOf(catalogues.tr),
}

/** True for the locales of dates and numbers, which are not texts. */
const isManner = (name: string) => ['language', 'locale', 'numbers'].includes(name)

/** Texts that are the same in English and Turkish: names, wording required by the music service, and symbols. */
const same = new Set([
  'EP',
  'Single',
  'Soundtrack',
  'Remix',
  'Mixtape',
  'Demo',
  'Google',
  'API',
  'MusicBrainz',
  'Plak',
  'Spotify',
  'npm run admin -- setup-link',
  '3',
  '3 · Plak',
  '3 (3)',
  '3: 3',
  '3 – 3',
  'Spam',
  'powered by AudioScrobbler',
  '1–10',
  '0–100',
  'Album of the Year',
  'Cover Art Archive',
  'Discogs',
  'Last.fm',
  'ListenBrainz',
  'Musicboard',
  'NeoDB',
  'RateYourMusic',
  'Wikimedia Commons',
])

describe.each(['en', 'tr'] as const)('the catalogue in %s', (language) => {
  it('has every text of the default, of the same kind', () => {
    expect([...spoken[language].keys()].toSorted()).toEqual([...spoken.default.keys()].toSorted())
  })
  it('knows its language', () => expect(catalogues[language].language).toBe(language))
})

it.each(Object.entries(spoken))('no text is empty, or not made, in %s', (_, all) => {
  const broken = [...all].filter(([, text]) => text.trim() === '' || /undefined|NaN|\[object|\$\{/.test(text))
  expect(broken).toEqual([])
})

it('English throughout is English throughout', () => {
  expect([...spoken.en].filter(([, text]) => /[çğıöşüİ]/i.test(text))).toEqual([])
})

it('Turkish throughout has no English left in it', () => {
  const left = [...spoken.tr].filter(
    ([name, text]) => text === spoken.en.get(name) && !isManner(name) && !same.has(text),
  )
  expect(left).toEqual([])
})

it('the default is English, except the Turkish texts of the specification', () => {
  const others = [...spoken.default].filter(([name, text]) => text !== spoken.en.get(name) && !isManner(name))
  expect(Object.fromEntries(others)).toEqual({
    loadFailed: 'Bir hata oluştu',
    'catalog.nothingFound': 'Sonuç bulunamadı',
    'home.noDescription': 'Açıklama yok',
    'layout.searchShort': 'Ara...',
    'spotify.synced': 'Spotify verileri başarıyla senkronize edildi',
    'spotify.syncFailed': 'Spotify verilerini senkronize ederken bir hata oluştu',
    'spotify.blockFailed.savedAlbums': 'Kaydedilen albümler alınırken bir hata oluştu',
    'spotify.blockFailed.playlists': 'Çalma listeleri alınırken bir hata oluştu',
    'spotify.blockFailed.followedArtists': 'Takip edilen sanatçılar alınırken bir hata oluştu',
    'spotify.blockFailed.savedTracks': 'Kaydedilen şarkılar alınırken bir hata oluştu',
  })
})

it.each([
  ['2026-11-20', 'default', '20 Kasım 2026'],
  ['2026-11-20', 'tr', '20 Kasım 2026'],
  ['2026-11-20', 'en', '20 November 2026'],
] as const)('%s in %s is %s', (day, language, written) => {
  const format = new Intl.DateTimeFormat(catalogues[language].locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  expect(format.format(new Date(`${day}T12:00`))).toBe(written)
})
