import { describe, expect, it } from 'vitest'
import { markup } from '../../server/lib/markup.ts'

describe('markup', () => {
  it('escapes every value, between tags and in quotes', () => {
    const text = `<b>"it's" & so on</b>`
    const escaped = '&lt;b&gt;&quot;it&#39;s&quot; &amp; so on&lt;/b&gt;'
    expect(String(markup`<p title="${text}">${text}</p>`)).toBe(`<p title="${escaped}">${escaped}</p>`)
  })
  it('takes markup as it is, alone and in a list', () => {
    const items = ['a', '<'].map((each) => markup`<li>${each}</li>`)
    expect(String(markup`<ul>${items}</ul>${markup`<hr>`}${null}${7}`)).toBe(
      '<ul><li>a</li><li>&lt;</li></ul><hr>7',
    )
  })
  it('takes no other object for markup', () => {
    const strange = { toString: () => '<script>' } as unknown as string
    expect(() => String(markup`${strange}`)).toThrow(TypeError)
  })
  it('drops control characters', () => {
    expect(String(markup`${'a\u0000b\u001bc'}`)).toBe('abc')
  })
})
