import { describe, expect, it } from 'vitest'
import { avatarSvg } from '../../demo/avatars.ts'
import { albums } from '../../demo/catalog/catalog.ts'
import { coverSvg, families, lookOf } from '../../demo/covers/covers.ts'
import { palettes } from '../../demo/covers/palettes.ts'
import { seeded } from '../../demo/covers/seeded.ts'
import { samplePeople } from '../../demo/people/people.ts'

/** Checks that every element has its end tag and every text is escaped. */
function checkXml(xml: string) {
  const open: string[] = []
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?:\s[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_tag, end, name, _attributes, empty) => {
      if (end) expect(open.pop()).toBe(name)
      else if (!empty) open.push(name)
      return ''
    },
  )
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]/)
  expect(rest.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&')
}

describe('the sleeves', () => {
  it('are the same each time, and of many kinds', () => {
    for (const album of albums) expect(coverSvg(album)).toBe(coverSvg({ ...album }))
    expect(Object.keys(families).length).toBeGreaterThanOrEqual(12)
    expect(Object.keys(palettes).length).toBeGreaterThanOrEqual(30)
    expect(new Set(albums.map((album) => lookOf(album).family)).size).toBe(Object.keys(families).length)
    expect(new Set(albums.map((album) => coverSvg(album))).size).toBe(albums.length)
  })

  it('are well-formed, without a number that is none', () => {
    for (const album of albums) {
      for (const edge of [34, 300]) {
        const svg = coverSvg(album, edge)
        checkXml(svg)
        expect(svg).not.toMatch(/NaN|undefined|Infinity|null/)
        expect(svg.length).toBeLessThan(140_000)
      }
    }
  })

  it('escape whatever name stands on them, in every family', () => {
    const titles = [
      '<script>alert("&")</script>',
      "'",
      '',
      'ツ'.repeat(80),
      'W'.repeat(300),
      'a b '.repeat(60),
    ]
    for (const draw of Object.values(families)) {
      for (const title of titles) {
        const palette = palettes.paper!
        const svg = draw({ artist: title, title, year: 1999, palette, chance: seeded(title), small: false })
        checkXml(svg)
        expect(svg).not.toContain('<script')
        expect(svg).not.toMatch(/NaN|undefined|Infinity/)
      }
    }
  })
})

describe('the portraits', () => {
  it('are well-formed, the same each time, and each their own', () => {
    const drawn = samplePeople.map(({ nickname }) => avatarSvg(nickname))
    drawn.forEach(checkXml)
    expect(new Set(drawn).size).toBe(samplePeople.length)
    expect(avatarSvg('deniz')).toBe(avatarSvg('deniz'))
    checkXml(avatarSvg('somebody_new'))
  })
})
