import { describe, expect, test } from 'vitest'
import { parseAlbum } from '../../server/clients/lastfm/albums.ts'
import { isAnswerTo, isRequestedArtist } from '../../server/clients/lastfm/match.ts'

describe('whether an answer is about what was asked', () => {
  const answer = (artist: string, name: string, url = 'https://www.last.fm/music/x') => ({
    ...parseAlbum({ album: { artist, name } }),
    url,
  })
  const asked = (artist: string, name: string) => ({ artist, album: name })
  const weak = 'https://www.last.fm/music/+noredirect/x'

  test.each([
    [asked('bjork', 'homogenic'), answer('Björk', 'Homogenic')],
    [asked('beatles', 'abbey road'), answer('The Beatles', 'Abbey Road')],
    [asked('Kino', 'Группа крови'), answer('Кино', 'Группа крови')],
    [asked('ac-dc', 'Back in Black'), answer('AC/DC', 'Back In Black')],
    [asked('Sezen Aksu', 'ISIK DOGUDAN YUKSELIR'), answer('Sezen Aksu', 'Işık Doğudan Yükselir')],
    [asked('!!!', '( )'), answer('!!!', '()')],
    [asked('ghost', 'Unknown Tape'), answer('Ghost', 'Unknown Tape', weak)],
    [asked('+44', 'When Your Heart Stops Beating'), answer('+44', 'When Your Heart Stops Beating')],
  ])('it is: %o', (question, given) => expect(isAnswerTo(question, given)).toBe(true))

  test.each([
    ['another album', asked('Björk', 'Homogenic'), answer('Björk', 'Post')],
    ['L23 a plus that was decoded twice', asked('+44', 'Demos'), answer('44', 'Demos')],
    ['L23 in the album', asked('Ed Sheeran', '+'), answer('Ed Sheeran', '-')],
    ['a weak match under another name', asked('Nova', 'Tape'), answer('Supernova', 'Tape', weak)],
    ['other signs', asked('!!!', '( )'), answer('!!!', '???')],
  ])('it is not: %s', (_, question, given) => expect(isAnswerTo(question, given)).toBe(false))
})

describe('whether an answer is about the artist that was asked for', () => {
  const weak = 'https://www.last.fm/music/+noredirect/x'
  test.each([
    ['bjork', 'Björk', null],
    ['beatles', 'The Beatles', null],
    ['Kino', 'Кино', null],
    ['ac-dc', 'AC/DC', null],
    ['+44', '+44', null],
    ['Ghost', 'GHOST', weak],
  ])('%s: %s is', (asked, name, url) => expect(isRequestedArtist(asked, { name, url })).toBe(true))
  test.each([
    ['+44', '44', null],
    ['Nova', 'Supernova', weak],
    ['C++', 'C', null],
  ])('L23 %s: %s is not', (asked, name, url) => {
    expect(isRequestedArtist(asked, { name, url })).toBe(false)
  })
})
