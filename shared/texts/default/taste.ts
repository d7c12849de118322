import { counted, grouped } from '../counted.ts'

export const taste = {
  title: 'Taste in common',
  common: (both: number, agree: number) =>
    `You both heard ${counted(both, 'album', 'albums')} and agree on ${grouped(agree)}`,
}
