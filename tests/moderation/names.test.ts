import { beforeEach, expect, it, vi } from 'vitest'

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

/** A page's modules are evaluated after its texts are loaded, in one language. */
async function namesIn(language: string) {
  const { setLanguage } = await import('../../web/lib/setLanguage.ts')
  const { loadTexts } = await import('../../web/lib/pageTexts.ts')
  await setLanguage(language)
  await loadTexts('moderation')
  return await import('../../web/moderation/names.ts')
}

beforeEach(() => vi.resetModules())

it.each([
  ['default', 'List · deleted account #12', 'deleted account #7'],
  ['en', 'List · deleted account #12', 'deleted account #7'],
  ['tr', 'Liste · silinmiş hesap #12', 'silinmiş hesap #7'],
])('the trail names deleted accounts in the language of the reader: %s', async (language, subject, actor) => {
  const { subjectOf, actorOf } = await namesIn(language)
  expect([subjectOf(line), actorOf(line)]).toEqual([subject, actor])
  expect(subjectOf({ ...line, subject: 'ayse', thing: null })).toBe('ayse')
})

it('a page whose texts were not loaded fails, instead of showing nothing for them', async () => {
  await expect(import('../../web/moderation/names.ts')).rejects.toThrow("The texts of 'moderation'")
})
