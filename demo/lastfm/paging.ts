import { failure, type WireResponse } from './wire.ts'

export const missingParameter = failure(
  6,
  'Invalid parameters - Your request is missing a required parameter',
  400,
)

type PageOf<Row> = {
  items: Row[]
  page: number
  perPage: number
  total: number
  attributes: Record<string, string>
}

const inBounds = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max

/** A limit or page out of bounds results in the service's error 6. */
export function pageOf<Row>(
  rows: Row[],
  params: Record<string, string | undefined>,
  usual: number,
): PageOf<Row> | (WireResponse & { items?: undefined }) {
  const perPage = params.limit === undefined ? usual : Number(params.limit)
  const page = params.page === undefined ? 1 : Number(params.page)
  if (!inBounds(perPage, 1000)) return failure(6, 'limit param out of bounds (1-1000)', 400)
  if (!inBounds(page, 1_000_000)) return failure(6, 'page param out of bounds (1-1000000)', 400)
  return {
    items: rows.slice((page - 1) * perPage, page * perPage),
    page,
    perPage,
    total: rows.length,
    attributes: {
      page: String(page),
      perPage: String(perPage),
      totalPages: String(Math.ceil(rows.length / perPage)),
      total: String(rows.length),
    },
  }
}

export const searchFrame = (
  query: string,
  page: PageOf<unknown>,
  matches: Record<string, unknown>,
): WireResponse => ({
  status: 200,
  body: {
    results: {
      'opensearch:Query': { '#text': '', role: 'request', searchTerms: query, startPage: String(page.page) },
      'opensearch:totalResults': String(page.total),
      'opensearch:startIndex': String((page.page - 1) * page.perPage),
      'opensearch:itemsPerPage': String(page.perPage),
      ...matches,
      '@attr': { for: query },
    },
  },
})
