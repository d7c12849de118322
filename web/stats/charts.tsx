import type { MonthCount, Stats } from '../../shared/stats.ts'
import { texts } from '../texts/stats.ts'
import { formatMonth } from '../ui/dates.ts'
import { StarRow } from '../ui/Stars.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { Figure } from './Figure.tsx'
import { decadeName, formatShortMonth, mostOf, ratingName } from './names.ts'
import { RowChart } from './RowChart.tsx'

/** Shows the last twelve months, or those of a year. */
export function MonthsChart({ months, ofYear = false }: { months: readonly MonthCount[]; ofYear?: boolean }) {
  const listens = months.reduce((sum, month) => sum + month.listens, 0)
  const most = mostOf(months, (month) => month.listens)
  const summary = ofYear ? texts.stats.inYear : texts.stats.inTwelveMonths
  return (
    <Figure
      title={texts.stats.listensAMonth}
      columns={[texts.stats.month, texts.stats.listens]}
      rows={months.map((each) => [formatMonth(each.month), each.listens])}
    >
      <ColumnChart
        label={texts.stats.chart(
          texts.stats.listensAMonth,
          most ? summary(listens, formatMonth(most.month)) : texts.stats.noneInTwelveMonths,
        )}
        sparse={2}
        className="text-accent"
        columns={months.map((each) => ({
          name: each.month,
          label: formatShortMonth(each.month),
          value: each.listens,
          text: `${formatMonth(each.month)}: ${texts.stats.listenCount(each.listens)}`,
        }))}
      />
    </Figure>
  )
}

/** Gold is for stars: the bars are plain. */
export function RatingsChart({ ratings, rated }: Pick<Stats, 'ratings' | 'rated'>) {
  const rows = ratings.map((albums, index) => ({ name: ratingName(index), albums }))
  const most = mostOf(rows, ({ albums }) => albums)!
  return (
    <Figure
      title={texts.stats.ratings}
      columns={[texts.stats.rating, texts.stats.albums]}
      rows={rows.map(({ name, albums }) => [name, albums])}
    >
      <ColumnChart
        label={texts.stats.chart(texts.stats.ratings, texts.stats.ratingsSummary(rated, most.name))}
        className="text-edge"
        columns={rows.map(({ name, albums }) => ({
          name,
          label: '',
          value: albums,
          text: `${name}: ${texts.catalog.albumCount(albums)}`,
        }))}
      />
      <div aria-hidden="true" className="mt-1 flex items-center justify-between">
        <span className="flex size-3 overflow-hidden">
          <StarRow filled={2} className="h-3 shrink-0" />
        </span>
        <StarRow filled={10} className="h-3" />
      </div>
    </Figure>
  )
}

export function GenresChart({ genres }: Pick<Stats, 'genres'>) {
  const rows = genres.map(({ genre, ...counts }) => ({ name: genre, ...counts }))
  return <CountedRows title={texts.stats.genres} heading={texts.stats.genre} rows={rows} />
}

export function DecadesChart({ decades }: Pick<Stats, 'decades'>) {
  const rows = decades.map(({ decade, ...counts }) => ({ name: decadeName(decade), ...counts }))
  return <CountedRows title={texts.stats.decades} heading={texts.stats.decade} rows={rows} />
}

type CountedRowsProps = {
  title: string
  heading: string
  rows: { name: string; listens: number; albums: number }[]
}

function CountedRows({ title, heading, rows }: CountedRowsProps) {
  const most = mostOf(rows, ({ listens }) => listens)!
  return (
    <Figure
      title={title}
      columns={[heading, texts.stats.listens, texts.stats.albums]}
      rows={rows.map(({ name, listens, albums }) => [name, listens, albums])}
    >
      <RowChart
        label={texts.stats.chart(title, texts.stats.mostListens(most.listens, most.name))}
        rows={rows.map(({ name, listens, albums }) => ({
          name,
          value: listens,
          text: `${name}: ${texts.stats.listensOfAlbums(listens, albums)}`,
        }))}
      />
    </Figure>
  )
}
