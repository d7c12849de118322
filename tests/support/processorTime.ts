/** The milliseconds of processor time that this process needs for some work; what else the machine does is not in it. */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
