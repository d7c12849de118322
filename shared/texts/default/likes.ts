import { counted } from '../counted.ts'

export const likes = {
  count: (count: number) => counted(count, 'like', 'likes'),
}
