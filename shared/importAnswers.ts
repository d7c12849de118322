import type { ImportAsks, ImportSettings } from './imports.ts'

/** Returns the questions of a file with these answers. Questions that the file does not have stay null. */
export function withAnswers(asks: ImportAsks, { columns: roles, ...answers }: ImportSettings): ImportAsks {
  const given = Object.entries(answers).filter(
    ([name, answer]) => answer !== undefined && asks[name as keyof ImportAsks] !== null,
  )
  const columns = asks.columns?.map((column, index) => ({ ...column, role: roles?.[index] ?? column.role }))
  return { ...asks, ...Object.fromEntries(given), columns: columns ?? null }
}
