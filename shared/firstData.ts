/** The answers to the queries of a page, by their keys in the browser's cache: the server sends them with the page. */
export type FirstData = { queries: Answer[] }
type Answer = { queryKey: readonly [path: string[], rest: object]; data: unknown }
