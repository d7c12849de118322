import { countedInTurkish, groupedInTurkish } from '../counted.ts'

export const taste = {
  title: 'Ortak zevkler',
  common: (both: number, agree: number) =>
    `İkinizin de dinlediği ${countedInTurkish(both, 'albüm')} var; ${groupedInTurkish(agree)} tanesinde aynı fikirdesiniz.`,
}
