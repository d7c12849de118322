import { expect, it } from 'vitest'
import { isBlank } from '../../shared/blank.ts'
import { commentText } from '../../shared/comments.ts'
import { listFields } from '../../shared/lists.ts'
import { saveLogInput } from '../../shared/logs.ts'
import { updateProfileInput } from '../../shared/users.ts'

const homogenic = { artist: 'Björk', album: 'Homogenic' }

it.each([
  '',
  ' \n\t',
  '\u200B',
  '\u3164',
  '\u115F\u1160',
  '\u00AD',
  '\uFEFF',
  '\u2060\u200D',
  '\u2800',
  '\uFE0F',
  '\u{E0061}',
  '\u202E',
  '\u0007',
  ' \u200B\u3164 ',
])('%j is blank, wherever a person writes', (text) => {
  expect(isBlank(text)).toBe(true)
  const messageOf = ({ error }: { error?: { issues: { message: string }[] } | undefined }) =>
    error?.issues[0]?.message
  expect(messageOf(commentText.safeParse(text))).toBe('Please write something first')
  expect(messageOf(listFields.safeParse({ name: text, albums: [homogenic] }))).toBe(
    'Please enter a list name',
  )
  expect(saveLogInput.parse({ ...homogenic, review: text }).review).toBe('')
  expect(listFields.parse({ name: 'Cold', description: text, albums: [homogenic] }).description).toBe('')
  expect(updateProfileInput.shape.bio.parse(text)).toBe('')
})

it.each(['a', '.', '👩\u200D🎤', '❤\uFE0F', 'م\u200C', '\u200Babc', 'ㅤ글', '½'])(
  '%j is something, and stays as it is',
  (text) => {
    expect(isBlank(text)).toBe(false)
    expect(commentText.parse(text)).toBe(text)
  },
)
