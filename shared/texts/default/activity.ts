export const activity = {
  empty: 'No activity yet. Follow other users to see their activity.',
  waiting: (count: number) => `${count} new`,
  logged: (nickname: string, album: string) => `${nickname} logged ${album}`,
  more: 'Show more activity',
  showFolded: (count: number) => `Show ${count} more`,
  title: 'Activity',
}
