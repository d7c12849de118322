// Loaded into the server and the stand-ins by `npm start`: when the starter is gone, so are they.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref() // it does not keep the process alive
}
