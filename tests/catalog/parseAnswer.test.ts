import { describe, expect, test } from 'vitest'
import { isNotFound, readBody } from '../../server/clients/lastfm/answer.ts'
import { UpstreamError } from '../../server/lib/http.ts'

const read =
  (text: string, status = 200) =>
  () =>
    readBody({ status, text })
const failureOf = (run: () => unknown): UpstreamError => {
  try {
    run()
  } catch (error) {
    if (error instanceof UpstreamError) return error
    throw error
  }
  throw new Error('It did not fail')
}

describe('the body decides', () => {
  test('L01 an error with status 200 is not found', () => {
    const error = failureOf(read('{"error": 6, "message": "Album not found", "links": []}'))
    expect(isNotFound(error)).toBe(true)
    expect(
      isNotFound(
        failureOf(read('{"error":"6","message":"The artist you supplied could not be found"}', 404)),
      ),
    ).toBe(true)
  })

  test('a 6 about a missing parameter says nothing about the album', () => {
    const text = '{"error":6,"message":"Invalid parameters - Your request is missing a required parameter"}'
    expect(isNotFound(failureOf(read(text, 400)))).toBe(false)
  })

  test('an answer is an answer, whatever its status', () => {
    expect(readBody({ status: 500, text: '{"album":{}}' })).toEqual({ album: {} })
  })

  test.each([
    ['L03', 200, '{"message":"Rate Limit Exceeded","error":29}', 'refused', 29],
    ['L03 again', 429, '', 'refused', 29],
    ['L04', 403, '{"message":"API Key Suspended","error":26}', 'refused', 26],
    ['L06', 502, '<html></html>', 'broken', undefined],
    ['L06 with status 200', 200, '<html></html>', 'broken', undefined],
    ['L07', 200, '{"album":{"artist":"Nova Meridian","mbid":"","tags":', 'broken', undefined],
    ['L07 empty', 200, '', 'broken', undefined],
    ['error 8', 500, '{"error":8,"message":"Operation failed"}', 'broken', 8],
    ['error 11', 200, '{"error":11,"message":"Service Offline"}', 'broken', 11],
    ['error 16', 503, '{"error":16,"message":"temporary"}', 'broken', 16],
    ['an error that is no number', 200, '{"error":"oops"}', 'refused', 0],
  ])('%s', (_, status, text, failure, code) => {
    expect(failureOf(read(text, status))).toMatchObject({ failure, code })
  })
})
