import { describe, expect, it } from 'vitest'
import { meant, read } from './reading.ts'

const rolesOf = async (bytes: string) => (await read(bytes)).asks.columns!.map(({ role }) => role)

describe('the headings of a Turkish table', () => {
  const roles = [
    'artist',
    'album',
    'year',
    'date',
    'rating',
    'review',
    'tags',
    'relisten',
    'favorite',
  ] as const
  it.each([
    'Sanatçı,Albüm adı,Yıl,Tarih,Puanım,İnceleme,Etiketler,Yeniden dinleme,Favori',
    'SANATÇI,ALBÜM ADI,ÇIKIŞ YILI,TARİH,PUANIM,İNCELEME,ETİKETLER,YENİDEN DİNLEME,FAVORİ',
    'sanatci,album adi,yil,tarih,puan,inceleme,etiket,yeniden dinleme,favori',
    'Sanatçı,Albüm,Çıkış tarihi,Dinleme tarihi,Puan,YORUM,Etiketler,Yeniden Dinleme,FAVORİ',
  ])('are recognised in either case: %s', async (header) => {
    expect(
      await rolesOf(`${header}\nBjörk,Homogenic,1997,2024-03-05,4,Soğuk ve sıcak,kış,evet,evet\n`),
    ).toEqual(roles)
  })
})

describe('a column of kinds', () => {
  it.each(['Tür', 'TÜR', 'Kind'])('%s is none when its cells are genres', async (name) => {
    const { asks, drafts } = await read(
      `Sanatçı;Albüm;${name};Puan;Tarih\nKate Bush;Hounds of Love;Pop;8;05.03.2024\nBjörk;Homogenic;Elektronik;9;06.03.2024\n`,
    )
    expect(asks.columns![2]!.role).toBe('none')
    expect(drafts.map(meant)).toEqual([
      { kind: 'listening', album: 'Kate Bush - Hounds of Love', date: '2024-03-05', rating: 8, review: '' },
      { kind: 'listening', album: 'Björk - Homogenic', date: '2024-03-06', rating: 9, review: '' },
    ])
  })

  it.each(['Tür', 'Kind'])('%s is one when its cells are kinds', async (name) => {
    const { asks, drafts } = await read(
      `Sanatçı;Albüm;${name}\nKate Bush;Hounds of Love;wish\nBjörk;Homogenic;\nBjörk;Post;heart\n`,
    )
    expect(asks.columns![2]!.role).toBe('kind')
    expect(drafts.map(({ kind }) => kind)).toEqual(['wish', 'listening', 'heart'])
  })
})

it.each([
  ['24 Ocak 2026', '2026-01-24'],
  ['24 ŞUBAT 2026', '2026-02-24'],
  ['24 Mart 2026', '2026-03-24'],
  ['24 nisan 2026', '2026-04-24'],
  ['24 Mayıs 2026', '2026-05-24'],
  ['24 HAZİRAN 2026', '2026-06-24'],
  ['24 Tem 2026', '2026-07-24'],
  ['24 Ağustos 2026', '2026-08-24'],
  ['24 EYLÜL 2026', '2026-09-24'],
  ['24 Ekim 2026', '2026-10-24'],
  ['20 KASIM 2026 Cuma', '2026-11-20'],
  ['20 Kasım 2026'.normalize('NFD'), '2026-11-20'],
  ['24 Aralık 2025', '2025-12-24'],
  ['24 December 2025', '2025-12-24'],
  ['December 24, 2025', '2025-12-24'],
])('%s is %s', async (written, day) => {
  const { drafts } = await read(`Sanatçı;Albüm;Tarih\nBjörk;Post;${written}\n`)
  expect(drafts[0]!.date).toBe(day)
})
