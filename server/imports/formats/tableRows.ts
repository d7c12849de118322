import { lastLogDay, utcDay } from '../../../shared/days.ts'
import type { ColumnRole, DateOrder, Scale } from '../../../shared/imports.ts'
import { makeDayIn } from '../../../shared/timeZones.ts'
import type { RowContent } from '../stored.ts'
import type { Draft } from './draft.ts'
import type { Column } from './evidence.ts'
import { readKind, type WrittenKind } from './kinds.ts'
import { readMoment } from './moments.ts'
import type { Play } from './plays.ts'
import { BAD, isYes, readDay, readRating, readYear, splitTags } from './values.ts'

type Shape = {
  roles: readonly ColumnRole[]
  kinds: Column | undefined
  days: Column | undefined
  scale: Scale
  dateOrder: DateOrder
  /** null if the moments are wall-clock times without a known zone */
  timeZone: string | null
  isTimed: boolean
}

function makeDayReader({ dateOrder, isTimed, timeZone }: Shape, now: Date) {
  const dayIn = makeDayIn(timeZone ?? 'UTC')
  return (text: string): ReturnType<typeof readDay> => {
    const moment = isTimed ? readMoment(text, dateOrder, now) : null
    if (!moment?.hasTime) return readDay(text, dateOrder, now)
    const date = new Date(moment.at * 1_000)
    const day = moment.isWall ? utcDay(date) : dayIn(date)
    return day <= lastLogDay(now) ? day : BAD
  }
}

function contentOf(cell: (role: ColumnRole) => string): RowContent {
  const [review, tags] = [cell('review'), splitTags(cell('tags'))]
  return {
    ...(review && { review }),
    ...(tags.length > 0 && { tags }),
    relisten: isYes(cell('relisten')),
  }
}

/** If two columns have the same role, the first one is used. */
function makeCellReader(roles: readonly ColumnRole[]) {
  const places = Object.fromEntries(
    roles.map((role, index) => [role, index] as const).toReversed(),
  ) as Partial<Record<ColumnRole, number>>
  return (cells: readonly string[]) => (role: ColumnRole) => (cells[places[role] ?? -1] ?? '').trim()
}

const makeKindReader =
  (kinds: Column | undefined) =>
  (cell: string): WrittenKind | null =>
    kinds ? readKind(cell, kinds.plain) : 'listening'

/** Recognises rows with something that is not imported. */
export function makeLossReader({ roles, kinds, scale }: Pick<Shape, 'roles' | 'kinds' | 'scale'>) {
  const cellsOf = makeCellReader(roles)
  const kindOf = makeKindReader(kinds)
  return {
    /** True if the row's rating, review or tags are not in its drafts, because a wish or a heart has none. */
    hasLostOpinions(cells: readonly string[], drafts: readonly Draft[]): boolean {
      const cell = cellsOf(cells)
      if (drafts.some(({ kind, problem }) => (kind !== 'wish' && kind !== 'heart') || problem)) return false
      return cell('review') !== '' || cell('tags') !== '' || readRating(cell('rating'), scale) !== 0
    },

    isPlayWithOpinion: (cells: readonly string[]): boolean =>
      (['rating', 'review'] as const).some((role) => cellsOf(cells)(role) !== ''),

    isFavoritePlay(cells: readonly string[]): boolean {
      const kind = kindOf(cellsOf(cells)('kind'))
      return isYes(cellsOf(cells)('favorite')) || kind === 'loved' || kind === 'heart'
    },
  }
}

export function makeRowReader(shape: Shape, now: Date) {
  const { roles, kinds, days, scale, dateOrder } = shape
  const cellsOf = makeCellReader(roles)
  const kindOf = makeKindReader(kinds)
  const dayOf = makeDayReader(shape, now)

  function draftOf(cells: string[]): Draft {
    const cell = cellsOf(cells)
    const [artist, album] = [cell('artist'), cell('album')]
    const named = artist && album ? { artist, album } : null
    const base = { kind: 'listening', named, year: readYear(cell('year'), now), cells } as const
    const kind = kindOf(cell('kind'))
    if (!kind) return { ...base, problem: 'badKind' }
    if (kind === 'track' || kind === 'other')
      return { ...base, named: null, content: { names: { artist, album } }, left: 'notAlbum' }
    const date = dayOf(cell('date'))
    if (date === BAD) return { ...base, problem: 'badDate' }
    const rating = readRating(cell('rating'), scale)
    if (rating === BAD) return { ...base, date, problem: 'badRating' }
    // An album with a rating was heard, even if it is also wished for.
    if (kind === 'heart' || (kind === 'wish' && rating === 0)) return { ...base, kind, date }
    return { ...base, date: kind === 'begun' ? null : date, rating, content: contentOf(cell) }
  }

  return {
    draftsOf(cells: string[]): Draft[] {
      const cell = cellsOf(cells)
      const draft = draftOf(cells)
      const isLoved = isYes(cell('favorite')) || kindOf(cell('kind')) === 'loved'
      const { named, year } = draft
      return named && isLoved ? [draft, { kind: 'heart', named, year, cells }] : [draft]
    },

    playOf(cells: string[]): Play | Draft {
      const cell = cellsOf(cells)
      const [artist, album, track] = [cell('artist'), cell('album'), cell('track')]
      const kind = kindOf(cell('kind'))
      if (kind === 'album') {
        const name = album || track
        const named = artist && name ? { artist, album: name } : null
        return { kind: 'listening', named, year: readYear(cell('year'), now), cells }
      }
      const content = { names: { artist, album: track || album } }
      const base = { kind: 'listening', named: null, content, cells } as const
      if (!kind) return { ...base, problem: 'badKind' }
      const isPlay = kind === 'listening' || kind === 'begun' || (kind === 'track' && days?.filled)
      if (!isPlay) return { ...base, left: 'notAlbum' }
      if (!days?.filled) return { artist, album, track, at: null }
      const moment = readMoment(cell('date'), dateOrder, now)
      if (!moment && cell('date') !== '') return { ...base, problem: 'badDate' }
      return { artist, album, track, at: moment?.at ?? NaN }
    },
  }
}
