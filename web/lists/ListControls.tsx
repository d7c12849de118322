import { useLocation } from 'wouter'
import {
  listPlace,
  listPlaceQuery,
  listSorts,
  type ListPlace,
  type ListShow,
  type ListSort,
} from '../../shared/listPlace.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { Select } from '../ui/Field.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { HeardProgress } from './HeardProgress.tsx'

const shows: readonly { value: ListShow; label: string }[] = [
  { value: 'all', label: texts.lists.all },
  { value: 'heard', label: texts.lists.heard },
  { value: 'unheard', label: texts.lists.notHeard },
]

type ListControlsProps = {
  id: number
  place: ListPlace
  /** true if the viewer is known, and so what they have heard */
  isKnown: boolean
}

export function ListControls({ id, place: { show = 'all', sort = 'order' }, isKnown }: ListControlsProps) {
  const [, navigate] = useLocation()
  const go = (nextShow: ListShow, nextSort: ListSort) =>
    navigate(paths.list(id) + listPlaceQuery(listPlace(nextShow, nextSort)), { replace: true })
  return (
    // In a column on a phone: while half of the page has arrived, a row that wraps is drawn as one line.
    <div className="mb-7 flex gap-x-8 gap-y-5 max-sm:flex-col sm:flex-wrap sm:items-center sm:justify-between">
      {isKnown && <HeardProgress id={id} />}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4 text-sm">
        {isKnown && (
          <Segmented
            label={texts.lists.show}
            options={shows}
            value={show}
            onChange={(next) => go(next, sort)}
          />
        )}
        <label className="flex items-center gap-2.5 font-semibold text-muted">
          {texts.lists.sortBy}
          <Select
            size="sm"
            options={listSorts.map((value) => [value, texts.lists.sorts[value]] as const)}
            value={sort}
            onChoose={(next) => go(show, next)}
          />
        </label>
      </div>
    </div>
  )
}
