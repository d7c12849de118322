import type { QueryClient } from '@tanstack/react-query'
import { getQueryKey } from '@trpc/react-query'
import { trpc } from './trpc.ts'

/** An answer to one of the page's own first questions, as the server writes them into the page (server/web/visit.ts). */
export type Answer = { path: [noun: string, query: string]; input?: object; pages: boolean; data: unknown }
export type FirstData = { at: number; answers: Answer[] }

type Procedure = Parameters<typeof getQueryKey>[0]

/** What came with the page is taken as new for so long, also where a page wants to be sure: it is drawn by then. */
const NEW_FOR = 5_000
/** A page that left the server longer ago than this comes out of some store. */
const OLD = 60_000

/** What is kept beside some answers: when they were asked for, which was before anything was heard (web/lib/live.ts). */
const beside: Record<string, object> = {
  'lists.get': { asked: 0 },
  'comments.list': { asked: 0 },
  'activity.feed': { asked: 0 },
  'logs.reviews': { asked: 0, sort: 'newest' },
}

function keyOf({ path: [noun, query], input, pages }: Answer) {
  const procedures = trpc as unknown as Record<string, Record<string, Procedure>>
  const asked = input && Object.keys(input).length > 0 ? input : undefined
  return getQueryKey(procedures[noun]![query]!, asked as never, pages ? 'infinite' : 'query')
}

/**
 * The answers that came with the page, and when the server wrote them; null for those of an old page: what it shows may
 * have changed, and who looks at it too.
 */
export function readFirstData(): FirstData | null {
  const text = document.getElementById('first-data')?.textContent
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!text || visit?.type === 'back_forward') return null
  const firstData = JSON.parse(text) as FirstData
  return Math.abs(Date.now() - firstData.at) > OLD ? null : firstData
}

/** Puts answers where the page's questions look for them, so that it is drawn without asking. */
export function takeAnswers(queryClient: QueryClient, answers: Answer[], now: number): void {
  for (const answer of answers) {
    const more = beside[answer.path.join('.')]
    const data = more ? Object.assign({}, answer.data, more) : answer.data
    const kept = answer.pages ? { pages: [data], pageParams: [null] } : data
    queryClient.setQueryData(keyOf(answer), kept, { updatedAt: now + NEW_FOR })
  }
}
