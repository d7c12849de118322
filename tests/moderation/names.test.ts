import { afterEach, expect, it } from 'vitest'
import { setTexts } from '../../shared/texts.ts'
import { defaultTexts } from '../../shared/texts/default.ts'
import { turkishTexts } from '../../shared/texts/turkish.ts'
import { actorOf, subjectOf } from '../../web/moderation/names.ts'

const line = {
  id: '1',
  at: '2026-11-22T10:00:00.000Z',
  event: 'moderation.hide',
  actor: 'deleted account #7',
  subject: 'deleted account #12',
  thing: 'list',
  reason: null,
  report: null,
  action: null,
  canUndo: false,
  edit: null,
} as const

afterEach(() => setTexts(defaultTexts))

it('the trail names deleted accounts in the language of the reader', () => {
  expect([subjectOf(line), actorOf(line)]).toEqual(['List · deleted account #12', 'deleted account #7'])
  setTexts(turkishTexts)
  expect([subjectOf(line), actorOf(line)]).toEqual(['Liste · silinmiş hesap #12', 'silinmiş hesap #7'])
  expect(subjectOf({ ...line, subject: 'ayse', thing: null })).toBe('ayse')
})
