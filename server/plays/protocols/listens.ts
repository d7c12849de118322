import type { ReportedPlay } from '../write/record.ts'

// The rules of ListenBrainz for submitted listens, with its texts. Optional fields with wrong values are dropped: otherwise the
// player would lose the listen.

/** An error as ListenBrainz reports it, together with the faulty listen. */
export class ListenBrainzError extends Error {
  readonly status: number
  readonly listen: object
  constructor(status: number, text: string, listen: object = {}) {
    super(text)
    this.name = 'ListenBrainzError'
    this.status = status
    this.listen = listen
  }
}

const invalid = (text: string, listen?: object) => new ListenBrainzError(400, text, listen)

export type Submission = {
  type: 'single' | 'import' | 'playing_now'
  /** of 'playing_now': one, whose `at` means nothing */
  plays: ReportedPlay[]
  client: string | null
}

const LISTEN_SIZE = 10_240
const MOST_LISTENS = 1_000
export const MOST_BYTES = LISTEN_SIZE * MOST_LISTENS
/** 2002-10-01 in Coordinated Universal Time; the text of the reference server names another second. */
const FIRST = 1_033_430_400
const AHEAD = 60 * 60
const LONGEST = 24 * 24 * 60 * 60
const types = ['single', 'import', 'playing_now'] as const

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws ListenBrainzError: then nothing of the document may be stored */
export function readSubmission(body: Buffer, now: Date): Submission {
  if (body.length > MOST_BYTES) throw tooLarge()
  const text = body.toString('utf8')
  const document = parse(text)
  if (!isFields(document))
    throw invalid('Invalid JSON document submitted. Top level of JSON document should be a json object.')
  const { payload, listen_type: listenType } = document
  if (payload === undefined || listenType === undefined)
    throw invalid(
      payload ? 'JSON document requires a valid listen_type key.' : 'Invalid JSON document submitted.',
    )
  if (!Array.isArray(payload)) throw invalid('The payload in the JSON document should be a list of listens.')
  if (payload.length === 0) throw invalid('JSON document does not contain any listens')
  if (payload.length > MOST_LISTENS)
    throw invalid(`Too many listens. You may not submit more than ${MOST_LISTENS} listens at once.`)
  if (body.length > payload.length * LISTEN_SIZE)
    throw invalid(`JSON document is too large. Each listens may not be larger than ${LISTEN_SIZE} bytes.`)
  const type = types.find((each) => each === listenType)
  if (!type) throw invalid('JSON document requires a valid listen_type key.')
  if (type !== 'import' && payload.length > 1)
    throw invalid(
      'JSON document contains more than listen for a single/playing_now. It should contain only one.',
    )
  // The escape of U+0000 is rare, so most documents are not searched.
  if (text.includes('\\u0000') && hasNull(payload)) throw invalid('JSON document contains a unicode null.')
  const plays = payload.map((listen) => readListen(listen, type, now))
  return { type, plays, client: clientOf(payload[0] as Fields) }
}

const tooLarge = () => invalid(`Payload too large. Payload cannot exceed ${MOST_BYTES} bytes`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the document.
    throw invalid('Cannot parse JSON document: it is not valid JSON')
  }
}

function hasNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, each]) => name.includes('\0') || hasNull(each))
}

function readListen(listen: unknown, type: Submission['type'], now: Date): ReportedPlay {
  if (!isFields(listen)) throw invalid('Listen is empty and cannot be validated.')
  const at = type === 'playing_now' ? now : timeOf(listen, now)
  if (type === 'playing_now') checkPlaying(listen)
  const metadata = listen.track_metadata
  if (!isFields(metadata))
    throw invalid('JSON document must contain the key track_metadata at the top level.', listen)
  const info = isFields(metadata.additional_info) ? metadata.additional_info : {}
  return {
    at,
    track: nameOf(listen, metadata, 'track_name'),
    artist: nameOf(listen, metadata, 'artist_name'),
    album: textOf(metadata.release_name),
    albumArtist: textOf(info.release_artist_name),
    duration: durationOf(info),
  }
}

function timeOf(listen: Fields, now: Date): Date {
  if (listen.listened_at === undefined)
    throw invalid('JSON document must contain the key listened_at at the top level.', listen)
  const seconds = wholeOf(listen.listened_at)
  if (seconds === null) throw invalid('JSON document must contain an int value for listened_at.', listen)
  if (seconds < FIRST)
    throw invalid(
      'Value for key listened_at is too low. listened_at timestamp should be greater than 1033410600 (2002-10-01 00:00:00 UTC).',
      listen,
    )
  if (seconds >= now.getTime() / 1_000 + AHEAD)
    throw invalid('Value for key listened_at is too high.', listen)
  if (Object.keys(listen).some((key) => key !== 'listened_at' && key !== 'track_metadata'))
    throw invalid('JSON document may only contain listened_at and track_metadata top level keys', listen)
  return new Date(seconds * 1_000)
}

/** Reads whole numbers as Python does: the fraction of a number is dropped, and texts may hold digits only. */
function wholeOf(value: unknown): number | null {
  if (typeof value === 'string') return /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : null
  return typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : null
}

function checkPlaying(listen: Fields): void {
  if ('listened_at' in listen)
    throw invalid('JSON document must not contain listened_at while submitting playing_now.', listen)
  if (Object.keys(listen).some((key) => key !== 'track_metadata'))
    throw invalid(
      'JSON document may only contain track_metadata as top level key when submitting playing_now.',
      listen,
    )
}

function nameOf(listen: Fields, metadata: Fields, key: 'track_name' | 'artist_name'): string {
  const name = metadata[key]
  if (name === undefined)
    throw invalid(`JSON document does not contain required track_metadata.${key}.`, listen)
  if (typeof name !== 'string') throw invalid(`track_metadata.${key} must be a single string.`, listen)
  if (name.trim() === '') throw invalid(`required field track_metadata.${key} is empty.`, listen)
  return name.trim()
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim()) || null

/** In seconds. */
function durationOf({ duration, duration_ms: milliseconds }: Fields): number | null {
  const seconds = [Number(duration), Number(milliseconds) / 1_000]
  return seconds.find((each) => each > 0 && each <= LONGEST) ?? null
}

function clientOf({ track_metadata: metadata }: Fields): string | null {
  const info = isFields(metadata) && isFields(metadata.additional_info) ? metadata.additional_info : {}
  return textOf(info.submission_client) ?? textOf(info.media_player)
}
