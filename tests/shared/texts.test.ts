import { expect, it } from 'vitest'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'

// These texts stand literally, as the specification quotes them; their numbers must be the limits'.
it.each([
  [texts.auth.passwordShort, limits.password.min],
  [texts.auth.nicknameShort, limits.nickname.min],
  [texts.favorites.topFull, limits.topAlbums],
])('%s', (text, limit) => expect(text).toContain(` ${limit} `))
