import { useLocation } from 'wouter'
import type { ShelfChoice } from '../../shared/albumChoice.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { Choice, DecadeChoice } from '../catalog/Choice.tsx'

const sorts = [
  ['', texts.catalog.recent],
  ['date', texts.lists.sorts.date],
] as const

type ShelfChoicesProps = { nickname: string; tab: 'favorites' | 'listened'; choice: ShelfChoice }

/** Selects above the albums of a profile; their values are in the page's address. */
export function ShelfChoices({ nickname, tab, choice: { sort, decade } }: ShelfChoicesProps) {
  const [, navigate] = useLocation()
  const choose = (choice: ShelfChoice) => {
    const query = new URLSearchParams(tab === 'favorites' ? {} : { tab })
    if (choice.sort) query.set('sort', choice.sort)
    if (choice.decade !== undefined) query.set('decade', String(choice.decade))
    navigate(paths.profile(nickname) + (query.size > 0 ? `?${query}` : ''), { replace: true })
  }
  return (
    <div className="mb-7 grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:flex sm:flex-wrap">
      <Choice
        label={texts.lists.sortBy}
        options={sorts}
        value={sort ?? ''}
        onChoose={(next) => choose({ decade, sort: next === '' ? undefined : next })}
      />
      <DecadeChoice
        decade={decade ?? null}
        onChoose={(next) => choose({ sort, decade: next ?? undefined })}
      />
    </div>
  )
}
