import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Group } from '../../server/catalog/groups.ts'
import { decide, type Names } from '../../server/catalog/linking/ladder.ts'

type Described = {
  key: string
  artistCredit: { name: string; joinphrase: string; artist: string; aliases: string[] }[]
  title: string
  firstReleaseDate: string
  primaryType: string | null
  secondaryTypes: string[]
  aliases: string[]
  releaseTitles: string[]
  disambiguation?: string
  status?: string
}
type Ask = Names & { expected: string; why: string }

const file = resolve(import.meta.dirname, 'identity.json')
const { groups: described, asks } = JSON.parse(readFileSync(file, 'utf8')) as {
  groups: Described[]
  asks: Ask[]
}

const alias = (name: string) => ({ name, locale: null, isPrimary: false, type: null })
const groupOf = (group: Described): Group => ({
  id: group.key,
  title: group.title,
  disambiguation: group.disambiguation ?? null,
  firstReleaseDate: group.firstReleaseDate,
  primaryType: group.primaryType,
  secondaryTypes: group.secondaryTypes,
  aliases: group.aliases.map(alias),
  genres: [],
  artist: group.artistCredit.map(({ name, joinphrase }) => name + joinphrase).join(''),
  artists: group.artistCredit.map(({ name, joinphrase, artist, aliases }) => ({
    id: artist,
    name,
    mainName: artist,
    joinPhrase: joinphrase,
    aliases: aliases.map(alias),
  })),
  editions: group.releaseTitles.map((title) => ({ id: title, title, status: group.status ?? 'Official' })),
})

function outcome(names: Names, groups: Group[]): string {
  const decision = decide(names, groups)
  return decision.state === 'linked' ? decision.group.id : decision.state
}

describe('in the world of identity.json', () => {
  const world = described.map(groupOf)
  it.each(asks.map((ask) => [ask.artist, ask.album, ask.year ?? '', ask.expected, ask] as const))(
    '%s – %s %s is %s',
    (_, __, ___, expected, ask) => {
      expect(outcome(ask, world)).toBe(expected)
    },
  )
})

/** A group of one artist in a world of a test: its key is its title, its year and its type. */
type Own = Partial<Described> & {
  by?: string | [name: string, joinphrase: string][]
  artistAliases?: string[]
}
function own(title: string, { by = 'Artist', artistAliases = [], ...more }: Own = {}): Group {
  const credit = typeof by === 'string' ? [[by, ''] as const] : by
  return groupOf({
    key: title,
    artistCredit: credit.map(([name, joinphrase]) => ({
      name,
      joinphrase,
      artist: name,
      aliases: artistAliases,
    })),
    title,
    firstReleaseDate: '2000',
    primaryType: 'Album',
    secondaryTypes: [],
    aliases: [],
    releaseTitles: [title],
    ...more,
  })
}

describe('a title', () => {
  it.each([
    ['Homogenic (Mono)', 'Homogenic'],
    ['Homogenic [Japan Import]', 'Homogenic'],
    ['Homogenic - 2018 Remaster', 'Homogenic'],
    ['Homogenic (Deluxe Edition) [Remastered]', 'Homogenic'],
    ['Homogenic (feat. Somebody)', 'Homogenic'],
    ['Homogenic (Limited 180g Vinyl)', 'Homogenic'],
    ['Homogenic (2000)', 'Homogenic'],
    ['Homogenic (1997)', 'ambiguous'],
    ['Homogenic (Something of Us)', 'ambiguous'],
    ['Homogenic (Live)', 'none'],
    ['Homogenic (Live at the Forum) [Deluxe]', 'none'],
    ['Homogenic (Remixes)', 'none'],
    ['Homogenic (Acoustic)', 'none'],
    ['Homogenic (Instrumental Version)', 'none'],
    ['Homogenic (Björk’s Version)', 'none'],
    ['Homogenic (Vol. 2)', 'none'],
    ['Homogenic 2', 'none'],
    ['Homogenic II', 'none'],
    ['Homogenic EP', 'none'],
    ['Homogenic - Single', 'none'],
    ['Homogenics', 'none'],
    ['(Homogenic)', 'Homogenic'],
  ])('%s is %s', (album, expected) => {
    expect(outcome({ artist: 'Artist', album }, [own('Homogenic')])).toBe(expected)
  })

  it.each([
    ['MTV Unplugged', 'Live', 'Songs (Live)', 'Live'],
    ['Score', 'Soundtrack', 'Songs (Original Score)', 'Soundtrack'],
    ['Demos', 'Demo', 'Songs - Demos', 'Demo'],
    ['Remixes', 'Remix', 'Songs (Remixed)', 'Remix'],
  ])('with a type decides between two: %s', (_, type, album, expected) => {
    const groups = [own('Songs', { key: 'album' }), own('Songs', { key: type, secondaryTypes: [type] })]
    expect(outcome({ artist: 'Artist', album }, groups)).toBe(expected)
    expect(outcome({ artist: 'Artist', album: 'Songs' }, groups)).toBe('ambiguous')
  })

  it.each([
    ['= (Deluxe)', '=', '÷'],
    ['÷', '÷', '='],
    ['!!!', '!!!', '???'],
    ['×', 'x', '÷'],
    ['† (Remastered)', '†', '‡'],
  ])('of signs is not another title of signs: %s', (album, title, other) => {
    expect(outcome({ artist: 'Artist', album }, [own(other), own(title)])).toBe(title)
  })

  it.each([
    ['Rock Against Bush Vol. 1', 'Rock Against Bush, Volume 1'],
    ['Women in Music Part 3', 'Women in Music Pt. III'],
    ['Power, Corruption and Lies', 'Power, Corruption & Lies'],
    ['Dont Look Back', 'Don’t Look Back'],
    ['MAAD City', 'M.A.A.D City'],
    ['Encore', 'Ëncore'],
    ['GULUMSE', 'Gülümse'],
    ['ISIK', 'Işık'],
    ['My Beautiful Dark and Twisted Fantasy Album', 'none'],
    ['The Rise and Fall of Ziggy Stardust', 'none'],
  ])('%s is spelled as %s', (album, title) => {
    const titles = [
      'Rock Against Bush, Volume 1',
      'Rock Against Bush, Volume 2',
      'Women in Music Pt. III',
      'Women in Music Pt. II',
      'Power, Corruption & Lies',
      'Don’t Look Back',
      'M.A.A.D City',
      'Ëncore',
      'Gülümse',
      'Işık',
      'The Rise and Fall of Ziggy Stardust and the Spiders From Mars',
    ]
    expect(
      outcome(
        { artist: 'Artist', album },
        titles.map((each) => own(each)),
      ),
    ).toBe(title)
  })

  it('of many words can lack one', () => {
    const groups = [
      own('Live From a Shark Cage Under the Blue Sea'),
      own('Live From a Shark Cage Under the Red Sea'),
    ]
    expect(outcome({ artist: 'Artist', album: 'Live From a Shark Cage Under the Blue' }, groups)).toBe(
      groups[0]!.id,
    )
    expect(outcome({ artist: 'Artist', album: 'Live From a Shark Cage Under the Sea' }, groups)).toBe(
      'ambiguous',
    )
    expect(outcome({ artist: 'Artist', album: 'Live From a Shark Cage' }, groups)).toBe('none')
  })

  it('can have another name of the album in brackets', () => {
    const groups = [
      own('Peter Gabriel', { key: 'first', aliases: ['Car'] }),
      own('Peter Gabriel', { key: 'second', disambiguation: 'Scratch' }),
    ]
    expect(outcome({ artist: 'Artist', album: 'Peter Gabriel (Car)' }, groups)).toBe('first')
    expect(outcome({ artist: 'Artist', album: 'Peter Gabriel [The Scratch]' }, groups)).toBe('second')
    expect(outcome({ artist: 'Artist', album: 'Peter Gabriel (Melt)' }, groups)).toBe('ambiguous')
  })
})

describe('twins', () => {
  const album = own('Songs', { key: 'album', firstReleaseDate: '2000-05' })
  const single = own('Songs', { key: 'single', firstReleaseDate: '1999', primaryType: 'Single' })
  const bootleg = own('Songs', { key: 'bootleg', firstReleaseDate: '2000', status: 'Bootleg' })
  const later = own('Songs', { key: 'later', firstReleaseDate: '2010' })

  it.each([
    ['an album and its single', [single, album], null, 'album'],
    ['an album and its single, with the year of the album', [single, album], 2000, 'album'],
    ['an album and its single, with the year of the single', [single, album], 1999, 'ambiguous'],
    ['an official one and a bootleg', [bootleg, album], null, 'album'],
    ['a bootleg alone', [bootleg], null, 'bootleg'],
    ['of two years', [album, later], 2010, 'later'],
    ['of two years, and neither is the year', [album, later], 2009, 'ambiguous'],
    ['one, and another year', [album], 2015, 'album'],
  ])('%s', (_, groups, year, expected) => {
    expect(outcome({ artist: 'Artist', album: 'Songs', year }, groups)).toBe(expected)
  })

  it('are told apart by the year in brackets', () => {
    expect(outcome({ artist: 'Artist', album: 'Songs (2010)' }, [album, later])).toBe('later')
    expect(outcome({ artist: 'Artist', album: 'Songs (2011)' }, [album, later])).toBe('ambiguous')
  })

  it('of two artists of one name are ambiguous', () => {
    const [one, other] = [own('Songs', { by: 'Nirvana' }), own('Songs', { by: 'Nirvana', key: 'other' })]
    expect(outcome({ artist: 'Nirvana', album: 'Songs' }, [one, other])).toBe('ambiguous')
  })
})

describe('an artist', () => {
  it.each([
    ['Cure', 'The Cure', 'Songs'],
    ['Haim', 'HAIM', 'Songs'],
    ['Haïm', 'HAIM', 'Songs'],
    ['REM', 'R.E.M.', 'Songs'],
    ['Ebru Yasar', 'Ebru Yaşar', 'Songs'],
    ['EBRU YAŞAR', 'Ebru Yaşar', 'Songs'],
    ['Earth Wind and Fire', 'Earth, Wind & Fire', 'Songs'],
    ['Earth', 'Earth, Wind & Fire', 'none'],
    ['Fire', 'Earth, Wind & Fire', 'none'],
    ['Earth, Wind & Fire', 'Earth', 'none'],
    ['Above', 'Above & Beyond', 'none'],
    ['Florence', 'Florence + the Machine', 'none'],
    ['Florence and the Machine', 'Florence + the Machine', 'Songs'],
    ['The National', 'The Nationals', 'none'],
  ])('%s for %s is %s', (artist, by, expected) => {
    expect(outcome({ artist, album: 'Songs' }, [own('Songs', { by })])).toBe(expected)
  })

  it('is preferred as it is spelled', () => {
    const groups = [own('Songs', { by: 'Haïm' }), own('Songs', { by: 'HAIM', key: 'exact' })]
    expect(outcome({ artist: 'Haim', album: 'Songs' }, groups)).toBe('exact')
  })

  const both = own('Songs', {
    by: [
      ['The Blues', ' feat. '],
      ['Ann', ' & '],
      ['Bob', ''],
    ],
  })
  it.each([
    ['The Blues feat. Ann & Bob', 'Songs', 'Songs'],
    ['Bob, Ann and The Blues', 'Songs', 'Songs'],
    ['Blues', 'Songs', 'Songs'],
    ['Ann & Bob', 'Songs (Remastered)', 'none'],
    ['Ann & Bob', 'Songs', 'Songs'],
    ['Ann & Carl', 'Songs', 'none'],
    ['Ann Bob Carl', 'Songs', 'none'],
  ])('of several: %s – %s is %s', (artist, album, expected) => {
    expect(outcome({ artist, album }, [both])).toBe(expected)
  })

  it('who is credited alone comes before one of several', () => {
    expect(
      outcome({ artist: 'Ann', album: 'Songs' }, [both, own('Songs', { by: 'Ann', key: 'alone' })]),
    ).toBe('alone')
  })
})
