/**
 * Returns the processor time that this process uses for some work, in milliseconds; other load of the machine does not count.
 */
export function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
