// Loaded into the server and the stand-ins by `npm start`: they exit when the starter no longer exists.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref() // does not keep the process alive
}
