import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Profile } from '../../shared/users.ts'
import { Tabs } from '../ui/Tabs.tsx'

const names = {
  favorites: texts.favorites.title,
  listened: texts.logs.listened,
  reviews: texts.logs.reviews,
  diary: texts.users.diary,
  lists: texts.lists.title,
}
export const shelves = ['favorites', 'listened', 'reviews', 'diary', 'lists'] as const
export type ShelfName = (typeof shelves)[number]

type ProfileTabRowProps = {
  nickname: string
  counts: Profile['counts']
  tab: ShelfName | 'statistics'
  children: ReactNode
}

/**
 * The tab of a shelf is part of the page's own history entry: going back leaves the profile, and returning restores the tab. The
 * statistics are a page of their own.
 */
export function ProfileTabRow({ nickname, counts, tab, children }: ProfileTabRowProps) {
  const [, navigate] = useLocation()
  const open = (next: ShelfName | 'statistics') => {
    if (next === 'statistics') navigate(paths.stats(nickname))
    else
      navigate(paths.profile(nickname) + (next === 'favorites' ? '' : `?tab=${next}`), {
        replace: tab !== 'statistics',
      })
  }
  return (
    <Tabs
      label={texts.profile}
      tabs={[
        ...shelves.map((value) => ({ value, label: names[value], count: counts[value] })),
        { value: 'statistics', label: texts.users.statistics },
      ]}
      value={tab}
      onChange={open}
    >
      {children}
    </Tabs>
  )
}
