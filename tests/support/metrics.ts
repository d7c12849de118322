/** One metric family of Prometheus' text format; the keys of its series are names with labels. */
type Family = { help: string; type: string; series: Map<string, number> }
export type Families = Map<string, Family>

/**
 * Parses Prometheus' text format strictly.
 * @throws for an invalid line, or a series without a family
 */
function parseMetrics(text: string): Families {
  const families: Families = new Map()
  let current: Family | undefined
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, kind, name, said] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') families.set(name!, (current = { help: said!, type: '', series: new Map() }))
    else if (kind === 'TYPE') families.get(name!)!.type = said!
    else {
      const [, series, value] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? []
      if (!series || !current || Number.isNaN(Number(value)))
        throw new Error(`Not a line of metrics: ${line}`)
      current.series.set(series, Number(value))
    }
  }
  return families
}

export async function readMetrics(url: string, token: string): Promise<Families> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`)
  return parseMetrics(await answer.text())
}
