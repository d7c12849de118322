import { describe, expect, it } from 'vitest'
import { makeLife } from '../../demo/life.ts'
import { readLists, samplePeople } from '../../demo/people/people.ts'
import { logins } from '../../demo/seed.ts'
import { registerInput } from '../../shared/auth.ts'
import { limits } from '../../shared/limits.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const life = makeLife(now)

describe('the sample people', () => {
  it('could have registered themselves', () => {
    expect(samplePeople.length).toBeGreaterThanOrEqual(20)
    expect(logins.map(({ nickname }) => nickname)).toEqual(samplePeople.map(({ nickname }) => nickname))
    for (const { email, nickname, password } of logins) {
      expect(registerInput.parse({ username: nickname, email, password })).toMatchObject({
        username: nickname,
        email,
      })
    }
    for (const { bio } of samplePeople) expect(bio.length).toBeLessThanOrEqual(limits.bio)
  })

  it('write reviews of their own', () => {
    const texts = samplePeople.flatMap(({ reviews }) => reviews.map(({ text }) => text))
    expect(texts.length).toBeGreaterThan(180)
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) {
      expect(text.trim()).not.toBe('')
      expect(text.length).toBeLessThanOrEqual(limits.review)
    }
    expect(texts.filter((text) => text.length > 300).length).toBeGreaterThanOrEqual(4)
  })

  it('log each album once, with a rating that exists, never in the future', () => {
    expect(life.logs.length).toBeGreaterThan(550)
    expect(new Set(life.logs.map(({ nickname, album }) => `${nickname} ${album.key}`)).size).toBe(
      life.logs.length,
    )
    for (const { rating, review, createdAt } of life.logs) {
      expect(Number.isInteger(rating) && rating >= 0 && rating <= limits.rating).toBe(true)
      expect(review === null || review.trim() !== '').toBe(true)
      expect(createdAt.getTime()).toBeLessThanOrEqual(now.getTime())
    }
    const hours = life.logs.map(({ createdAt }) => (now.getTime() - createdAt.getTime()) / 3_600_000)
    expect(hours.filter((age) => age < 24).length).toBeGreaterThan(8)
    expect(Math.max(...hours) / 24).toBeGreaterThan(330)
    expect(Math.max(...hours) / 24).toBeLessThan(440)
  })

  it('follow each other: the first three and about ten, both ways', () => {
    for (const { nickname } of samplePeople.slice(0, 3)) {
      expect(life.follows.filter(({ follower }) => follower === nickname).length).toBeGreaterThanOrEqual(9)
      expect(life.follows.filter(({ following }) => following === nickname).length).toBeGreaterThanOrEqual(9)
    }
    expect(life.follows.some(({ follower, following }) => follower === following)).toBe(false)
  })

  it('have four favourites on top, all of them logged', () => {
    for (const { nickname, albums } of life.tops) {
      expect(albums).toHaveLength(limits.topAlbums)
      const own = new Set(life.logs.filter((log) => log.nickname === nickname).map(({ album }) => album.key))
      for (const { key } of albums) expect(own.has(key)).toBe(true)
    }
  })

  it('make lists within the limits, and talk below them in order', () => {
    expect(life.lists.length).toBeGreaterThanOrEqual(20)
    const names = new Set(samplePeople.map(({ nickname }) => nickname))
    for (const list of life.lists) {
      expect(names).toContain(list.owner)
      expect(list.name.length).toBeLessThanOrEqual(limits.listName)
      expect(list.description.length).toBeLessThanOrEqual(limits.listDescription)
      expect(list.albums.length).toBeGreaterThanOrEqual(5)
      expect(list.albums.length).toBeLessThanOrEqual(30)
      expect(new Set(list.albums.map(({ key }) => key)).size).toBe(list.albums.length)
      expect(list.likes.some(({ nickname }) => nickname === list.owner)).toBe(false)
      const times = [list, ...list.comments].map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime())
      for (const comment of list.comments) expect(names).toContain(comment.nickname)
    }
    const submissions = life.lists.flatMap((list) => [
      list.submission,
      ...list.comments.map(({ submission }) => submission),
    ])
    expect(new Set(submissions).size).toBe(submissions.length)
    expect(readLists()).toHaveLength(life.lists.length)
  })

  it('answer only reviews that exist, after they were written', () => {
    expect(life.replies.length).toBeGreaterThan(20)
    for (const { log, createdAt, nickname, text } of life.replies) {
      expect(log.review).not.toBeNull()
      expect(text).not.toBe('')
      expect(samplePeople.some((person) => person.nickname === nickname)).toBe(true)
      expect(createdAt >= log.createdAt && createdAt <= now).toBe(true)
    }
  })

  it('live the same life each time', () => {
    expect(makeLife(now)).toEqual(life)
  })
})
