import { countedInTurkish, groupedInTurkish } from '../counted.ts'
import type { stats as defaults } from '../default/stats.ts'

/** Endings of numbers, by the last digit that is not zero: beş → 2025’te, altı → 2026’da, otuz → 2030’da. */
const ofDigit = ['de', 'de', 'de', 'te', 'te', 'te', 'da', 'de', 'de', 'da']
const ofTens = ['de', 'da', 'de', 'da', 'ta', 'de', 'ta', 'te', 'de', 'da']

/** '2026’da' */
function inYear(year: number): string {
  const digit = year % 10
  return `${year}’${digit === 0 ? ofTens[Math.floor(year / 10) % 10] : ofDigit[digit]}`
}

export const stats: typeof defaults = {
  titleOf: (nickname) => `İstatistikler: ${nickname}`,
  titleOfYear: (year, nickname) => `Albümlerle ${year} · ${nickname}`,
  yearInAlbums: (year) => `Albümlerle ${year}`,
  soFar: 'şimdiye kadar',
  nothingYet: (year) => `${inYear(year)} henüz kayıt yok`,
  none: 'Henüz dinleme yok',
  failed: 'İstatistikler yüklenemedi',
  numbers: 'Sayılar',
  years: 'Yıllar',
  previousYear: 'Önceki yıl',
  nextYear: 'Sonraki yıl',

  listens: 'Dinlemeler',
  albums: 'Albümler',
  artists: 'Sanatçılar',
  averageRating: 'Ortalama puan',
  longestStreak: 'En uzun seri',
  firstListen: 'İlk dinleme',
  latestListen: 'Son dinleme',
  days: (count) => countedInTurkish(count, 'gün'),
  listenCount: (count) => countedInTurkish(count, 'dinleme'),
  artistCount: (count) => countedInTurkish(count, 'sanatçı'),
  listensOfAlbums: (listens, albums) =>
    `${countedInTurkish(listens, 'dinleme')} · ${countedInTurkish(albums, 'albüm')}`,

  listensAMonth: 'Aylık dinleme',
  calendar: 'Takvim',
  ratings: 'Puanlar',
  topArtists: 'En çok dinlenen sanatçılar',
  genres: 'Türler',
  decades: 'Dönemler',
  mostReturnedTo: 'En çok dönülen albümler',
  bestRated: 'En yüksek puanlılar',
  discoveries: 'Keşifler',
  sleeves: 'Kapaklar',

  chart: (heading, summary) => `${heading}: ${summary}`,
  inTwelveMonths: (listens, most) =>
    `son on iki ayda ${countedInTurkish(listens, 'dinleme')}, en çok: ${most}`,
  noneInTwelveMonths: 'son on iki ayda dinleme yok',
  inYear: (listens, most) => `${countedInTurkish(listens, 'dinleme')}, en çok: ${most}`,
  calendarSummary: (days, most) =>
    `53 haftada dinleme olan ${countedInTurkish(days, 'gün')}, en çok: ${most}`,
  noneInCalendar: '53 haftada dinleme olan gün yok',
  ratingsSummary: (albums, most) => `puanlanan ${countedInTurkish(albums, 'albüm')}, en çok verilen: ${most}`,
  mostListens: (listens, most) => `en çok dinlenen: ${most}, ${groupedInTurkish(listens)}`,
  unknownDecade: 'Bilinmiyor',

  month: 'Ay',
  weekOf: 'Hafta',
  rating: 'Puan',
  genre: 'Tür',
  decade: 'Dönem',
}
