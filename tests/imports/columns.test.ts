import { describe, expect, it } from 'vitest'
import type { ColumnRole } from '../../shared/imports.ts'
import { meant, read } from './reading.ts'

// Tables by services and users: the role that each column gets.

/** Returns the roles of columns with their names, except those without a role. */
async function rolesOf(bytes: string) {
  const { asks } = await read(bytes)
  return Object.fromEntries(
    asks.columns!.flatMap(({ name, role }) => (role === 'none' ? [] : [[role, name]])),
  ) as Partial<Record<ColumnRole, string>>
}

describe('the headings of a table', () => {
  it.each([
    ['Künstler/Band;Albumtitel;Erscheinungsjahr;Bewertung;Gehört am;Kommentar', '1997;8;12. März 2024;Gut.'],
    ['Artiste;Titre;Année;Note;Date d’écoute;Avis', '1997;8;12 mars 2024;Bien.'],
    ['Artista;Disco;Año;Nota;Fecha;Comentarios', '1997;8;12/03/2024;Bueno.'],
    ['Artista;Album;Anno;Voto;Data;Recensione', '1997;8;12/03/2024;Bello.'],
    ['Artista;Álbum;Ano;Nota;Data;Resenha', '1997;8;12/03/2024;Bom.'],
    ['Artiest;Album;Jaar;Cijfer;Datum;Opmerkingen', '1997;8;12-03-2024;Goed.'],
    ['Wykonawca;Album;Rok;Ocena;Data;Recenzja', '1997;8;12.03.2024;Dobre.'],
    ['Исполнитель;Альбом;Год;Оценка;Дата;Отзыв', '1997;8;12.03.2024;Хорошо.'],
    [
      'Sanatçı / Grup;Albüm Adı;Çıkış Yılı;Puan (10 üzerinden);Dinleme Tarihi;Yorum',
      '1997;8;12.03.2024;İyi.',
    ],
    ['アーティスト;アルバム;Year;評価;日付;感想', '1997;8;2024年3月12日;良い'],
    ['ARTIST NAME;ALBUM TITLE;RELEASE YEAR;SCORE /10;DATE LISTENED;THOUGHTS', '1997;8;2024-03-12;Good.'],
    [
      'artist_name;album_name;release_date;my_rating;listened_at;review_text',
      '1997-09-22;8;2024-03-12;Good.',
    ],
  ])('%s', async (header, row) => {
    const { asks, drafts } = await read(`${header}\nBjörk;Homogenic;${row}\nKate Bush;Aerial;${row}\n`)
    expect(asks.columns!.map(({ role }) => role)).toEqual([
      'artist',
      'album',
      'year',
      'rating',
      'date',
      'review',
    ])
    expect(drafts[0]).toMatchObject({
      named: { artist: 'Björk', album: 'Homogenic' },
      rating: 8,
      date: '2024-03-12',
    })
  })

  it.each([
    [
      'Exportify',
      'Track URI,Track Name,Artist URI(s),Artist Name(s),Album URI,Album Name,Album Artist URI(s),Album Artist Name(s),Album Release Date,Album Image URL,Added By,Added At',
      'spotify:track:x,Song,spotify:artist:x,Guest,spotify:album:x,Homogenic,spotify:artist:y,Björk,1997-09-22,https://i.example/x,spotify:user:x,2025-04-02T10:00:00Z',
      { artist: 'Album Artist Name(s)', album: 'Album Name', track: 'Track Name', date: 'Added At' },
    ],
    [
      'a library of iTunes',
      'Name,Artist,Composer,Album,Genre,Size,Time,Year,Date Modified,Date Added,Plays,Last Played,My Rating,Location',
      'Song,Björk,,Homogenic,Pop,123456,240,1997,"01/02/2025, 10:00","01/02/2025, 10:00",3,"02/04/2025, 21:00",80,/x/y.mp3',
      { artist: 'Artist', album: 'Album', track: 'Name', date: 'Last Played', rating: 'My Rating' },
    ],
    [
      'a history that was converted',
      'ts,platform,ms_played,conn_country,master_metadata_track_name,master_metadata_album_artist_name,master_metadata_album_album_name,spotify_track_uri',
      '2025-04-02T19:00:00Z,ios,240000,TR,Song,Björk,Homogenic,spotify:track:x',
      {
        artist: 'master_metadata_album_artist_name',
        album: 'master_metadata_album_album_name',
        track: 'master_metadata_track_name',
        date: 'ts',
      },
    ],
    [
      'a table of Notion',
      'Name,Artist,Rating,Status,Date,Tags',
      'Homogenic,Björk,⭐️⭐️⭐️⭐️,Done,"March 5, 2024",ice',
      { artist: 'Artist', album: 'Name', rating: 'Rating', kind: 'Status', date: 'Date', tags: 'Tags' },
    ],
    [
      'ids beside names',
      'artist_mbid,artist,album_mbid,album,rating',
      '87c5dedd-371d-4a53-9f7f-80522fb7f3cb,Björk,87c5dedd-371d-4a53-9f7f-80522fb7f3cb,Homogenic,8',
      { artist: 'artist', album: 'album', rating: 'rating' },
    ],
    [
      'ratings of others',
      'Artist,Album,Average Rating,Critic Score,My Rating',
      'Björk,Homogenic,4.1,90,8',
      { artist: 'Artist', album: 'Album', rating: 'My Rating' },
    ],
    [
      'two days',
      'Artist,Album,Date Added,Date Listened,Release Date',
      'Björk,Homogenic,2024-01-01,2024-03-12,1997-09-22',
      { artist: 'Artist', album: 'Album', date: 'Date Listened', year: 'Release Date' },
    ],
    [
      'a note that is a text',
      'Artist,Album,Note,Score',
      'Björk,Homogenic,Cold and warm.,8',
      { artist: 'Artist', album: 'Album', review: 'Note', rating: 'Score' },
    ],
    [
      'links in the column of artists',
      'Artist,Album,Rating',
      'https://music.example/artist/1,Homogenic,8',
      { album: 'Album', rating: 'Rating' },
    ],
    [
      'an empty column of artists',
      'Album Artist,Artist,Album',
      ',Björk,Homogenic',
      { artist: 'Artist', album: 'Album' },
    ],
    ['albums that are numbers', 'Artist,Album', 'Taylor Swift,1989', { artist: 'Artist', album: 'Album' }],
  ] as [string, string, string, Partial<Record<ColumnRole, string>>][])(
    '%s',
    async (_, header, row, roles) => {
      expect(await rolesOf(`${header}\n${row}\n${row}\n`)).toMatchObject(roles)
      const { artist, album } = await rolesOf(`${header}\n${row}\n`)
      expect([artist, album]).toEqual([roles.artist, roles.album])
    },
  )

  it.each([
    [
      'films',
      'Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Directors',
      'tt1,8,2024-03-12,A Film,x,Movie,7.1,Somebody',
    ],
    ['books', 'Book Id,Title,Author,ISBN,My Rating', '1,A Book,Somebody,="",5'],
    [
      'inventory',
      'listing_id,artist,title,label,catno,format,release_id,status,price',
      '1,Björk,Homogenic,x,y,LP,1,For Sale,10',
    ],
  ])('a table of %s is refused', async (what, header, row) => {
    await expect(read(`${header}\n${row}\n`)).rejects.toMatchObject({ id: `imports.${what}` })
  })
})

describe('a table without a header', () => {
  it.each([
    [
      'names, a rating and a day',
      'Björk,Homogenic,8,2024-03-12',
      'Kate Bush,Aerial,9,2024-03-13',
      ['artist', 'album', 'rating', 'date'],
    ],
    ['names alone', 'Björk;Homogenic', 'Kate Bush;Aerial', ['artist', 'album']],
    [
      'a number first',
      '1;Björk;Homogenic;1997',
      '2;Kate Bush;Aerial;2005',
      ['none', 'artist', 'album', 'none'],
    ],
    [
      'a heading as a name',
      'The Alan Parsons Project;Time;8',
      'Björk;Homogenic;9',
      ['artist', 'album', 'rating'],
    ],
  ])('%s', async (_, first, second, roles) => {
    const { asks, drafts } = await read(`${first}\n${second}\n`)
    expect(asks.columns!.map(({ role }) => role)).toEqual(roles)
    expect(drafts).toHaveLength(2)
  })

  it('of plays has its tracks in any of three columns', async () => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
    ]) {
      const rows = [1, 2, 3, 4, 5].map((play) => {
        const cells = ['Björk', 'Homogenic', `Song ${play}`]
        return [...order.map((index) => cells[index]), `2025-04-02T19:0${play}:00Z`].join('\t')
      })
      const { drafts } = await read(`${rows.join('\n')}\n`)
      expect(drafts).toMatchObject([{ named: { artist: 'Björk', album: 'Homogenic' }, heard: 5 }])
    }
  })
})

it('shows three example rows of each column, and takes what is chosen', async () => {
  const bytes = 'Wer,Was,Wann\nBjörk,Post,2024\nKate Bush,Aerial,\nThe Cure,Wish,2023\nRadiohead,Kid A,2022\n'
  const { asks } = await read(bytes)
  expect(asks.columns).toEqual([
    { name: 'Wer', role: 'artist', sample: ['Björk', 'Kate Bush', 'The Cure'] },
    { name: 'Was', role: 'album', sample: ['Post', 'Aerial', 'Wish'] },
    { name: 'Wann', role: 'none', sample: ['2024', '', '2023'] },
  ])
  const { drafts } = await read(bytes, { columns: ['album', 'artist'] })
  expect(meant(drafts[0]!).album).toBe('Post - Björk')
})

describe('what a table says of a row', () => {
  it.each([
    [
      'Durum',
      ['Dinlendi', 'Dinlenecek', 'İstek listesi', 'DİNLENECEK'],
      ['listening', 'wish', 'wish', 'wish'],
    ],
    [
      'Status',
      ['Completed', 'Plan to listen', 'Dropped', 'Backlog'],
      ['listening', 'wish', 'listening', 'wish'],
    ],
    ['Statut', ['Écouté', 'À écouter', 'Écouté', 'À écouter'], ['listening', 'wish', 'listening', 'wish']],
    ['Status', ['gehört', 'noch hören', 'gehört', 'Wunschliste'], ['listening', 'wish', 'listening', 'wish']],
    ['Ownership', ['o', 'w', 'n', 'u'], ['listening', 'wish', 'listening', 'listening']],
    ['Listened', ['Yes', 'No', 'yes', ''], ['listening', 'wish', 'listening', 'wish']],
    ['Dinlendi', ['evet', 'hayır', 'Evet', 'Hayır'], ['listening', 'wish', 'listening', 'wish']],
    ['Wishlist', ['', 'x', '', 'x'], ['listening', 'wish', 'listening', 'wish']],
    ['Type', ['Album', 'Playlist', 'Album', 'Track'], ['listening', 'left', 'listening', 'left']],
    ['Type', ['LP', 'EP', 'Mixtape', 'Live'], ['listening', 'listening', 'listening', 'listening']],
    ['Genre', ['Pop', 'Rock', 'Wish', 'Play'], ['listening', 'listening', 'listening', 'listening']],
    ['Status', ['Heard', 'To listen', 'Heard', 'Gibberish'], ['listening', 'wish', 'listening', 'badKind']],
  ])('%s: %j', async (name, cells, kinds) => {
    const rows = cells.map((cell, index) => `Björk;Album ${index};${cell}`)
    const { drafts } = await read(['Artist;Album;' + name, ...rows].join('\n'))
    expect(drafts.map(({ kind, left, problem }) => problem ?? (left ? 'left' : kind))).toEqual(kinds)
  })

  it('what is still listened to has no day', async () => {
    const { drafts } = await read(
      'Artist,Album,Status,Date\nBjörk,Post,Listening,2024-03-12\nBjörk,Debut,Completed,2024-03-12\nBjörk,Vespertine,Planned,\n',
    )
    expect(drafts.map(({ kind, date }) => [kind, date])).toEqual([
      ['listening', null],
      ['listening', '2024-03-12'],
      ['wish', null],
    ])
  })

  it('is asked by the heading itself', async () => {
    const { drafts } = await read('Sanatçı,Albüm,Dinledim mi?\nBjörk,Post,Evet\nBjörk,Debut,Hayır\n')
    expect(drafts.map(({ kind }) => kind)).toEqual(['listening', 'wish'])
  })

  it('a wish with a rating was heard', async () => {
    const { drafts } = await read('Artist,Album,Ownership,Rating\nBjörk,Post,w,\nBjörk,Debut,w,8\n')
    expect(drafts.map(({ kind }) => kind)).toEqual(['wish', 'listening'])
  })
})
