import { expect, it } from 'vitest'
import { limits } from '../../shared/limits.ts'
import { messages } from '../../shared/messages.ts'

// These texts stand literally, as the specification quotes them; their numbers must be the limits'.
it.each([
  [messages.auth.passwordShort, limits.password.min],
  [messages.auth.nicknameShort, limits.nickname.min],
  [messages.favorites.topFull, limits.topAlbums],
])('%s', (text, limit) => expect(text).toContain(` ${limit} `))
