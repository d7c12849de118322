// Health check of a container: exits with 0 if the server of this machine is ready, else with 1.
const { PORT = '3000' } = process.env
try {
  const { ok } = await fetch(`http://127.0.0.1:${PORT}/readyz`, { signal: AbortSignal.timeout(3_000) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
