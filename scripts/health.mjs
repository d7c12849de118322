// Whether the server of this machine is ready: ends with 0 or 1, for the health check of a container.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(3_000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
