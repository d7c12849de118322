import { describe, expect, it } from 'vitest'
import { foldedName } from '../../server/catalog/foldedName.ts'
import { otherNames, withoutEdition } from '../../server/imports/formats/names.ts'
import { rank } from '../../server/imports/likeness.ts'

const card = (artist: string, name: string) => ({ artist, name, image: null, year: null })

describe('names that mean the same', () => {
  it.each([
    ['Power, Corruption & Lies', 'Power, Corruption and Lies'],
    ['Sturm und Drang', 'Sturm & Drang'],
    ['Serge et Jane', 'Serge & Jane'],
    ['Aşk ve Gurur', 'Ask & Gurur'],
    ['Tom y Jerry', 'Tom & Jerry'],
    ["Guns N' Roses", 'Guns and Roses'],
    ['Rock ’n’ Roll', 'Rock & Roll'],
    ['Florence + the Machine', 'Florence and the Machine'],
    ['Discovery Pt. 2', 'Discovery, Part Two'],
    ['Discovery Pt.II', 'discovery part ii'],
    ['Greatest Hits Vol. 2', 'Greatest Hits, Volume Two'],
    ['Symphony No. 9', 'Symphony Nr. 9'],
    ['Led Zeppelin II', 'Led Zeppelin 2'],
    ['Zoe Sark', 'Zoë Särk'],
    ['Uber Aland', 'Über Åland'],
    ['Isik', 'IŞIK'],
    ['isik', 'Işık'],
    ['Sigur Ros', 'Sigur Rós'],
    ['Strasse', 'Straße'],
    ['Aether', 'Æther'],
    ['Kobenhavn', 'København'],
    ["Don't Look Back", 'Don’t Look Back'],
    ['Dont Look Back', 'Donʼt Look Back'],
    ['"Heroes"', '„Heroes“'],
    ['«Heroes»', 'Heroes'],
    ['Good Kid, M.A.A.D City', 'good kid maad city'],
    ['R.E.M.', 'R E M'],
    ['The Cure', 'cure'],
    ['Cure, The', 'The Cure'],
    ['N.Y.C.', 'NYC'],
    ['Ｈｏｍｏｇｅｎｉｃ', 'Homogenic'],
    ['a-ha', 'A‐Ha'],
    ['Кино', 'КИНО'],
    ['( )', '()'],
    ['Constructor', 'CONSTRUCTOR'],
  ])('%s and %s', (one, other) => {
    expect(foldedName(one)).toBe(foldedName(other))
  })

  it.each([
    ['( )', '†'],
    ['!!!', '???'],
    ['+', '÷'],
    ['C', 'C++'],
    ['Part One', 'Part Two'],
    ['Led Zeppelin', 'Led Zeppelin II'],
    ['ラブ・トリップ', 'ラブ'],
    ['がき', 'かき'],
    ['The The', 'The Cure'],
    ['X', '10'],
    ['1989', '1989 (Taylor’s Version)'],
    ['Y', 'And'],
    ['', '†'],
  ])('but not %s and %s', (one, other) => {
    expect(foldedName(one)).not.toBe(foldedName(other))
  })
})

it.each([
  ['Hounds of Love - 2018 Remaster', 'Hounds of Love'],
  ['Hounds of Love – Remastered 2018', 'Hounds of Love'],
  ['Hounds of Love (2018 Remaster)', 'Hounds of Love'],
  ['Hounds of Love [Remastered]', 'Hounds of Love'],
  ['Hounds of Love (Deluxe Edition) [2011 Remaster]', 'Hounds of Love'],
  ['Hounds of Love - Deluxe Edition', 'Hounds of Love'],
  ['Hounds of Love - 30th Anniversary Edition', 'Hounds of Love'],
  ['Blue - Single', 'Blue'],
  ['Blue EP', 'Blue EP'],
  ["1989 (Taylor's Version)", "1989 (Taylor's Version)"],
  ['1989 (Taylor’s Version) [Deluxe]', '1989 (Taylor’s Version)'],
  ['Live - at the Quay', 'Live - at the Quay'],
  ['(Deluxe)', '(Deluxe)'],
  ['( )', '( )'],
  ['[Remastered]', '[Remastered]'],
])('%s is an edition of %s', (name, album) => {
  expect(withoutEdition(name)).toBe(album)
})

describe('names that are asked about', () => {
  const asked = (artist: string, album: string) =>
    otherNames({ artist, album })
      .slice(0, 3)
      .map((other) => `${other.artist} - ${other.album}`)

  it.each([
    ['New Order', 'Power, Corruption and Lies', 'New Order - Power, Corruption & Lies'],
    ['Kate Bush/The Choir of the Quay', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush, The Choir', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush x The Choir', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush feat. The Choir', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush (ft. The Choir)', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush; The Choir', 'Hounds of Love', 'Kate Bush - Hounds of Love'],
    ['Kate Bush', 'Hounds of Love - 2018 Remaster', 'Kate Bush - Hounds of Love'],
    ['Nirvana (2)', 'Hard Left', 'Nirvana - Hard Left'],
  ])('%s - %s', (artist, album, other) => {
    expect(asked(artist, album)).toContain(other)
  })

  it('none for a plain name', () => {
    expect(asked('Björk', 'Homogenic')).toEqual([])
  })
})

describe('what a search found', () => {
  const named = { artist: 'Fern Order', album: 'Power and Lace' }
  it('is certain if artist and title differ only in spelling', () => {
    const found = [card('Fern', 'Power'), card('Fern Order', 'Power & Lace'), card('Fern Order', 'Lace')]
    expect(rank(named, [], found).certain).toBe(found[1])
    const accents = [card('Zoë Särk', 'Über Åland')]
    expect(rank({ artist: 'Zoe Sark', album: 'Uber Aland' }, [], accents).certain).toBe(accents[0])
  })

  it('is ordered by likeness, and all of it is offered', () => {
    const found = [card('Someone', 'Nothing'), card('Fern Order', 'Power & Lake'), card('Fern', 'Lace')]
    const ranked = rank(named, [], found)
    expect(ranked.certain).toBeNull()
    expect(ranked.likely).toEqual([found[1]])
    expect(ranked.albums.map(({ name }) => name)).toEqual(['Power & Lake', 'Lace', 'Nothing'])
  })

  it('is for the person to choose from, where it is one of several editions', () => {
    const found = [card('Fern Order', 'Power & Lace (Deluxe)'), card('Fern Order', 'Power & Lace (Mono)')]
    expect(rank(named, [], found)).toMatchObject({ certain: null, likely: found })
    expect(rank(named, [], found.slice(1)).certain).toBe(found[1])
  })

  it('does not take a new recording for the first one', () => {
    const found = [card('Taylor Swift', '1989 (Taylor’s Version)')]
    expect(rank({ artist: 'Taylor Swift', album: '1989' }, [], found).certain).toBeNull()
  })
})
