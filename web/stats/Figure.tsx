import type { ReactNode } from 'react'
import { texts } from '../texts/stats.ts'
import { Section } from '../ui/Page.tsx'

type FigureProps = {
  title: string
  columns: readonly string[]
  /** the first cell of each is its heading */
  rows: readonly (readonly [string, ...(string | number)[]])[]
  children: ReactNode
}

/** A chart and its numbers: nobody has to read them off the picture. */
export function Figure({ title, columns, rows, children }: FigureProps) {
  return (
    <Section title={title}>
      <figure>
        {children}
        <details className="group mt-4">
          <summary className="tap w-fit cursor-pointer rounded-sleeve text-sm font-semibold text-muted hover:text-ink">
            {texts.stats.numbers}
          </summary>
          <div className="mt-3 max-w-full overflow-x-auto">
            <table className="text-sm">
              <caption className="mb-2 text-start font-semibold">{title}</caption>
              <thead>
                <tr>
                  {columns.map((column, index) => (
                    <th key={column} scope="col" className={index === 0 ? heading : number}>
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, ...cells]) => (
                  <tr key={name} className="border-t border-line">
                    <th scope="row" className={heading}>
                      {name}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={index} className={number}>
                        {typeof cell === 'number' ? cell.toLocaleString(texts.numbers) : cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </figure>
    </Section>
  )
}

const heading = 'py-1.5 pr-6 text-start font-semibold'
const number = 'py-1.5 pl-4 text-right tabular-nums'
