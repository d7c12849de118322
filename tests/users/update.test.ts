import { beforeEach, describe, expect, it } from 'vitest'
import { updateProfileInput, webUrl, type UpdateProfileInput } from '../../shared/users.ts'
import type { Person } from '../harness/client.ts'
import { refusal } from '../support/refusal.ts'
import { runProduct } from '../support/runProduct.ts'

const plak = runProduct()
let ayse: Person
beforeEach(async () => {
  ayse = await plak.harness.register('ayse')
})

const plain = { nickname: 'ayse', avatar: '', bio: '', links: [] } satisfies UpdateProfileInput
const update = (more: Partial<UpdateProfileInput> = {}, by = ayse) =>
  by.client.users.update.mutate({ ...plain, ...more })
const profile = (nickname = 'ayse', by: Pick<Person, 'client'> = plak.harness.visitor()) =>
  by.client.users.profile.query({ nickname })

describe('the profile', () => {
  it('shows everything that its owner wrote, to everybody', async () => {
    const links = [
      { type: 'custom', url: 'https://ayse.example/' },
      { type: 'twitter', url: 'https://twitter.com/ayse' },
      { type: 'letterboxd', url: 'https://letterboxd.com/ayse/' },
      { type: 'instagram', url: 'http://instagram.com/ayse' },
      { type: 'custom', url: 'https://radio.example/?show=5#now' },
    ] as const
    const viewer = await update({
      nickname: ' AySe_2 ',
      avatar: 'https://pictures.example/a b.png',
      bio: '  Vinyl.\nLoud. ',
      links: [...links],
    })
    expect(viewer).toEqual({
      nickname: 'ayse_2',
      avatar: 'https://pictures.example/a%20b.png',
      bio: 'Vinyl.\nLoud.',
    })
    expect(await ayse.client.auth.me.query()).toEqual(viewer)
    expect(await profile('ayse_2')).toMatchObject({
      ...viewer,
      links,
      favoriteAlbums: [],
      relation: 'visitor',
    })
    expect((await refusal(profile('ayse'))).message).toBe('User not found')
  })
  it('has no other fields than these: what else is sent changes nothing', async () => {
    const select = { id: true, email: true, emailConfirmedAt: true, role: true, passwordHash: true }
    const find = () =>
      plak.server.deps.db.user.findUniqueOrThrow({
        where: { nickname: 'ayse' },
        select: { ...select, disabledAt: true, isPrivate: true },
      })
    const before = await find()
    const more = {
      id: 1_000_000,
      userId: 1_000_000,
      email: 'other@plak.example',
      emailConfirmedAt: new Date(0),
      role: 'moderator',
      passwordHash: 'x',
      disabledAt: new Date(0),
      isPrivate: true,
    }
    await update(more as Partial<UpdateProfileInput>)
    const register = {
      username: 'fatma',
      email: 'fatma@plak.example',
      password: 'a stylus and a groove',
      role: 'moderator',
      emailConfirmedAt: new Date(0),
    }
    await plak.harness.visitor().client.auth.register.mutate(register)
    expect(await find()).toEqual(before)
    const { role, emailConfirmedAt } = await plak.server.deps.db.user.findUniqueOrThrow({
      where: { nickname: 'fatma' },
    })
    expect([role, emailConfirmedAt]).toEqual(['member', null])
    // A listening belongs to its writer, whichever user id it contains.
    const log = { artist: 'Björk', album: 'Homogenic', rating: 8, userId: 1_000_000, imported: true }
    const { id } = await ayse.client.logs.save.mutate(log)
    expect(await plak.server.deps.db.log.findUniqueOrThrow({ where: { id } })).toMatchObject({
      userId: before.id,
      imported: false,
    })
  })
  it('takes everything away again', async () => {
    await update({
      avatar: 'https://pictures.example/a.png',
      bio: 'Vinyl.',
      links: [{ type: 'custom', url: 'https://ayse.example' }],
    })
    expect(await update()).toEqual({ nickname: 'ayse', avatar: null, bio: null })
    expect(await profile()).toMatchObject({ avatar: null, bio: null, links: [] })
  })
  it('the same again, also twice at once, leaves one of each', async () => {
    const links = [{ type: 'twitter' as const, url: 'https://twitter.com/ayse' }]
    await Promise.all([update({ links }), update({ links }), update({ links, bio: 'Vinyl.' })])
    expect((await profile()).links).toEqual(links)
  })
})

describe('two tabs at once', () => {
  const send = (input: UpdateProfileInput) => ayse.client.users.update.mutate(input)
  const links = [{ type: 'custom' as const, url: 'https://ayse.example/' }]

  it('what is left out stays as it is', async () => {
    await send({ bio: 'Vinyl.', links })
    expect(await send({ avatar: 'https://pictures.example/a.png' })).toEqual({
      nickname: 'ayse',
      avatar: 'https://pictures.example/a.png',
      bio: 'Vinyl.',
    })
    expect(await send({})).toMatchObject({ nickname: 'ayse', bio: 'Vinyl.' })
    expect(await profile()).toMatchObject({ avatar: 'https://pictures.example/a.png', bio: 'Vinyl.', links })
  })
  it.each<[string, UpdateProfileInput, UpdateProfileInput]>([
    ['bio', { bio: 'One.' }, { bio: 'Two.', before: { bio: '' } }],
    [
      'avatar',
      { avatar: 'https://pictures.example/1.png' },
      { avatar: '', before: { avatar: 'https://pictures.example/0.png' } },
    ],
    ['links', { links }, { links: [{ type: 'twitter', url: 'https://x.com/ayse' }], before: { links: [] } }],
  ])('a stale %s is refused at its field, with all that was sent', async (field, first, stale) => {
    await send(first)
    const answer = await refusal(send({ ...stale, nickname: 'other_name' }))
    expect(answer).toMatchObject({
      code: 'CONFLICT',
      fields: { [field]: expect.stringContaining('changed elsewhere') as string },
    })
    expect(await profile()).toMatchObject({ ...first, nickname: 'ayse' })
  })
  it('another field, what holds what it held, and the same said twice are no conflict', async () => {
    await send({ bio: 'One.', before: { bio: '' } })
    await send({ links, before: { links: [] } })
    for (let round = 0; round < 2; round++) await send({ bio: 'Two.', before: { bio: 'One.' } })
    await send({ links: [], before: { links } })
    expect(await profile()).toMatchObject({ bio: 'Two.', links: [] })
  })
})

describe('an invalid value is reported at its field', () => {
  const custom = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ type: 'custom' as const, url: `https://ayse.example/${n}` }))
  const link = (url: string) => ({ type: 'custom' as const, url })
  const address = 'Enter a link that begins with https:// or http://'

  it.each<[Partial<UpdateProfileInput>, Record<string, string>]>([
    [{ nickname: '' }, { nickname: 'Username must be at least 3 characters long' }],
    [{ nickname: 'ay se' }, { nickname: 'Username can only contain letters, numbers, and underscores' }],
    [{ nickname: 'Edit' }, { nickname: 'This username is already in use' }],
    [{ avatar: 'picture.png' }, { avatar: 'Please enter a valid image URL' }],
    [{ avatar: 'https://pictures.example' }, { avatar: 'Please enter a valid image URL' }],
    [{ avatar: 'https://pictures.example/' }, { avatar: 'Please enter a valid image URL' }],
    [{ avatar: 'ftp://pictures.example/a.png' }, { avatar: 'Please enter a valid image URL' }],
    [{ avatar: 'javascript:alert(1)//a.png' }, { avatar: 'Please enter a valid image URL' }],
    [{ avatar: 'https://me:secret@pictures.example/a.png' }, { avatar: 'Please enter a valid image URL' }],
    [
      { avatar: `https://pictures.example/${'é'.repeat(1_000)}` },
      { avatar: 'Please enter a valid image URL' },
    ],
    [{ bio: 'x'.repeat(501) }, { bio: 'Must be at most 500 characters' }],
    [
      { links: [link('https://ok.example'), link('javascript:alert(1)'), link('JaVaScRiPt:alert(1)')] },
      { 'links.1.url': address, 'links.2.url': address },
    ],
    [{ links: [link('\u0001javascript:alert(1)')] }, { 'links.0.url': address }],
    [{ links: [link('data:text/html,x')] }, { 'links.0.url': address }],
    [{ links: [link('https://me@ok.example')] }, { 'links.0.url': address }],
    [{ links: [link('')] }, { 'links.0.url': address }],
    [{ links: [link('twitter.com/ayse')] }, { 'links.0.url': address }],
    [{ links: custom(11) }, { 'links.10.url': 'You can add up to 10 links of your own' }],
    [{ links: custom(14) }, { links: 'You can add up to 10 links of your own' }],
    [
      {
        links: [
          { type: 'twitter', url: 'https://x.com/a' },
          { type: 'twitter', url: 'https://x.com/b' },
        ],
      },
      { 'links.1.url': 'You can add one link of each kind' },
    ],
  ])('%#: %.80j', async (more, fields) => {
    expect((await refusal(update(more))).fields).toMatchObject(fields)
    expect(await profile()).toMatchObject({ nickname: 'ayse', avatar: null, bio: null, links: [] })
  })
  it('and what is right is taken: 500 characters, ten links and one of each', async () => {
    const social = (['twitter', 'letterboxd', 'instagram'] as const).map((type) => ({
      type,
      url: 'https://social.example/a',
    }))
    await update({ bio: 'x'.repeat(500), links: [...custom(10), ...social] })
    expect((await profile()).links).toHaveLength(13)
  })
  it('an address is kept as parsers write it: nothing hides in it', () => {
    expect(
      updateProfileInput.parse({ ...plain, avatar: ' HTTPS://Pictures.Example/\ta"><b>.png ' }).avatar,
    ).toBe('https://pictures.example/a%22%3E%3Cb%3E.png')
    expect(webUrl('https://мои.example/')?.href).toBe('https://xn--h1ahg.example/')
    expect(webUrl('https:///x')?.host).toBe('x')
  })
})

describe('another nickname', () => {
  it('that somebody has is refused; one’s own may stay', async () => {
    await plak.harness.register('fatma')
    expect((await refusal(update({ nickname: 'FATMA' }))).fields).toEqual({
      nickname: 'This username is already in use',
    })
    expect((await update({ nickname: 'Ayse', bio: 'Same.' })).nickname).toBe('ayse')
  })
  it('wanted by ten in the same second is given to one', async () => {
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, n) => plak.harness.register(`person${n}`)),
    )
    const outcomes = await Promise.allSettled(
      people.map((person) => update({ nickname: 'wanted', bio: person.nickname }, person)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect((outcome.reason as Error).message).toBe('This username is already in use')
    }
    // The losing call has changed nothing.
    expect(await plak.server.deps.db.user.count({ where: { bio: { not: null } } })).toBe(1)
  })
  it('between one who takes it and one who gives it up, nobody is left without', async () => {
    const fatma = await plak.harness.register('fatma')
    const outcomes = await Promise.allSettled([
      update({ nickname: 'fatma' }),
      update({ nickname: 'ayse' }, fatma),
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect((outcome.reason as Error).message).toBe('This username is already in use')
    }
    expect(await plak.server.deps.db.user.count()).toBe(2)
  })
  it('is free for somebody else afterwards, and the login follows it', async () => {
    await update({ nickname: 'ayse_new' })
    await plak.harness.register('fatma').then((fatma) => update({ nickname: 'ayse' }, fatma))
    expect((await plak.harness.login({ ...ayse, nickname: 'ayse_new' })).nickname).toBe('ayse_new')
    expect((await profile('ayse', ayse)).relation).toBe('none')
  })
})
