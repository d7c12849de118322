import { textsWith } from '../lib/pageTexts.ts'

export const texts = textsWith('waiting')
