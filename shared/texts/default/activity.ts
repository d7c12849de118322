import { grouped } from '../counted.ts'

export const activity = {
  empty: 'No activity yet. Follow other users to see their activity.',
  waiting: (count: number) => `${grouped(count)} new`,
  logged: (nickname: string, album: string) => `${nickname} logged ${album}`,
  more: 'Show more activity',
  showFolded: (count: number) => `Show ${grouped(count)} more`,
  title: 'Activity',
}
