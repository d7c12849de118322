import type { PlayPrompt } from '../../shared/playPrompts.ts'
import Prompts from './Prompts.tsx'
import { useLivePrompts } from './usePrompts.ts'

type LivePromptsProps = { nickname: string; items: readonly PlayPrompt[]; live: string }

/** Mounted when the prompts are known: only then is the position known from which events are needed. */
export default function LivePrompts({ nickname, items, live }: LivePromptsProps) {
  useLivePrompts(live)
  return <Prompts nickname={nickname} prompts={items} />
}
