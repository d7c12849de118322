/**
 * Results of a page's queries, by their keys in the browser's query cache; the server embeds them in the HTML. All events after
 * `position` of the event log are newer than they.
 */
export type FirstData = { position: string; queries: Answer[] }
type Answer = { queryKey: readonly [path: string[], rest: object]; data: unknown }
