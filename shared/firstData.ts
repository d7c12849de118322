/** Results of a page's queries, by their keys in the browser's query cache; the server embeds them in the HTML. */
export type FirstData = { queries: Answer[] }
type Answer = { queryKey: readonly [path: string[], rest: object]; data: unknown }
