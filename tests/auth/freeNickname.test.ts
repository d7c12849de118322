import { expect, it } from 'vitest'
import { nicknameFrom } from '../../server/auth/freeNickname.ts'

it.each([
  ['Çağla Işık', 'cagla_isik'],
  ['  Günther  von  Ærø ', 'gunther_von_aero'],
  ["Conan O'Brien-Smith the Third of Nowhere", 'conan_o_brien_smith_the'],
  ['王菲', 'listener'],
  ['Al', 'listener'],
  ['', 'listener'],
  ['Иван', 'listener'],
])('the name %j suggests %j', (name, nickname) => {
  expect(nicknameFrom(name)).toBe(nickname)
})
