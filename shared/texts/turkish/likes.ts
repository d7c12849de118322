import type { Texts } from '../../texts.ts'
import { countedInTurkish } from '../counted.ts'

export const likes: Texts['likes'] = {
  count: (count) => countedInTurkish(count, 'beğeni'),
}
