import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

type Song = { artist: string; title: string; album: string; seconds: number }

/** A music player daemon that says what it plays, as MPD does; nothing sounds. */
export async function startPlayerDaemon() {
  let song: Song | null = null
  let number = 0
  let startedAt = Date.now()
  const idle = new Set<Socket>()
  const answers: Record<string, () => string> = {
    status() {
      if (!song) return 'state: stop\n'
      const elapsed = ((Date.now() - startedAt) / 1_000).toFixed(3)
      return `state: play\nsong: 0\nsongid: ${number}\nelapsed: ${elapsed}\nduration: ${song.seconds}.000\n`
    },
    currentsong: () =>
      song
        ? `file: ${number}.flac\nArtist: ${song.artist}\nTitle: ${song.title}\nAlbum: ${song.album}\nTime: ${song.seconds}\nPos: 0\nId: ${number}\n`
        : '',
  }
  const server = createServer((socket) => {
    let text = ''
    let isInList = false
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.write('OK MPD 0.23.5\n')
    socket.on('data', (part) => {
      const lines = (text + String(part)).split('\n')
      text = lines.pop()!
      for (const line of lines) {
        const [command = ''] = line.split(' ')
        const answer = answers[command]?.() ?? ''
        if (command === 'idle') idle.add(socket)
        else if (command === 'command_list_ok_begin') isInList = true
        else if (isInList && command !== 'command_list_end') socket.write(`${answer}list_OK\n`)
        else if (command !== 'noidle' || idle.delete(socket)) {
          isInList = false
          socket.write(`${answer}OK\n`)
        }
      }
    })
    socket.on('close', () => idle.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    play(next: Song | null) {
      song = next
      number++
      startedAt = Date.now()
      for (const socket of idle) socket.write('changed: player\nOK\n')
      idle.clear()
    },
    close: () => void server.close(),
  }
}
