import type { AlbumRef } from '../../shared/catalog.ts'
import type { RatedListen } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { trpc } from '../lib/trpc.ts'
import { formatDay } from '../ui/dates.ts'
import { starsText } from '../ui/Stars.tsx'

/** dimensions of the chart in SVG units; its width is the number of bars times BAR */
const HEIGHT = 60
const BAR = 10
const MOST_STARS = 10

const dayOf = ({ date }: RatedListen) => (date ? formatDay(date) : texts.logs.noDate)

export default function RatingsOverTime({ album }: { album: AlbumRef }) {
  const { data: ratings = [] } = trpc.logs.ratings.useQuery(album)
  if (ratings.length < 2) return null
  return (
    <figure className="mb-4 max-w-reading">
      <svg
        role="img"
        aria-label={texts.logs.ratingsOverTime}
        viewBox={`0 0 ${ratings.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-15 border-b border-line"
        // Limits the width of the bars if there are only a few.
        style={{ width: `min(100%, ${ratings.length * 2.5}rem)` }}
      >
        {ratings.map((listen, index) => {
          const height = (listen.rating / MOST_STARS) * HEIGHT
          return (
            <g key={listen.id} className="fill-edge/60 hover:fill-edge">
              <title>{`${dayOf(listen)}: ${starsText(listen.rating)}`}</title>
              {/* The whole column shows the tooltip, even if its bar is low. */}
              <rect x={index * BAR} width={BAR} height={HEIGHT} fill="transparent" />
              <rect x={index * BAR} y={HEIGHT - height} width={BAR * 0.92} height={height} />
            </g>
          )
        })}
      </svg>
      <ol className="sr-only">
        {ratings.map((listen) => (
          <li key={listen.id}>{`${dayOf(listen)}: ${starsText(listen.rating)}`}</li>
        ))}
      </ol>
      <figcaption aria-hidden="true" className="mt-1.5 text-sm text-muted">
        {dayOf(ratings[0]!)} – {dayOf(ratings.at(-1)!)}
      </figcaption>
    </figure>
  )
}
