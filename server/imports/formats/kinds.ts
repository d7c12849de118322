import { foldedLetters } from '../../../shared/foldedLetters.ts'
import { isNo, isYes } from './values.ts'

/**
 * `begun` is a listening without a day, `loved` a listening with a heart. `album` and `track` are the subject of a row, `other`
 * is any other subject.
 */
export type WrittenKind = 'listening' | 'begun' | 'wish' | 'heart' | 'loved' | 'album' | 'track' | 'other'

const words: Record<WrittenKind, string> = {
  listening: `listening|listened|heard|finished|complete|completed|done|played|listened to|already listened|listened yet|heard yet|owned|own|used to own|sold|
    in collection|have|scrobble|play|dinlendi|dinledim|dinlendi mi|dinledim mi|dinlenen|bitti|bitirdim|tamamlandi|sahibim|gehort|fertig|beendet|
    abgeschlossen|besitze|ecoute|ecoutee|fini|termine|possede|escuchado|oido|terminado|completado|ascoltato|finito|completato|
    ouvido|escutado|concluido|beluisterd|geluisterd|klaar|przesluchane|odsluchane|прослушано|слушал|слушала|готово`,
  begun: `progress|in progress|currently listening|listening now|now listening|paused|on hold|dropped|abandoned|dinliyorum|dinleniyor|
    devam ediyor|yarim|biraktim|birakildi|en cours|laufend|pausiert|abgebrochen|en curso|in corso|em andamento|bezig|в процессе|брошено`,
  wish: `wish|wishes|wishlist|wished|want|wanted|wants|want to listen|want to hear|to listen|to hear|to listen to|to be listened|plan|
    planned|planning|plan to listen|planned to listen|listen later|later|backlog|queue|queued|todo|to do|up next|unheard|
    not listened|not heard|not started|unlistened|not yet|watchlist|dinlenecek|dinlenecekler|istek|istek listesi|istekler|istiyorum|
    dinlemek istiyorum|dinlemek istediklerim|sonra dinle|daha sonra|planlandi|planlanan|dinlenmedi|dinlemedim|siradaki|sirada|
    a ecouter|a ecouter plus tard|envie|souhait|souhaits|liste de souhaits|pas ecoute|prevu|zu horen|noch horen|will horen|
    mochte horen|wunsch|wunschliste|merkliste|geplant|ungehort|nicht gehort|por escuchar|para escuchar|quiero escuchar|pendiente|
    deseado|deseos|lista de deseos|sin escuchar|da ascoltare|desiderio|desideri|lista dei desideri|voglio ascoltare|para ouvir|
    quero ouvir|desejo|lista de desejos|te luisteren|nog luisteren|verlanglijst|do posluchania|do przesluchania|chce posluchac|
    lista zyczen|хочу послушать|в планах|запланировано|желаемое|буду слушать`,
  heart: 'heart',
  album: `album|albums|lp|ep|albumler|single|compilation|mixtape|live|soundtrack|album lp`,
  track: `track|tracks|song|songs|sarki|parca|recording|lied|morceau|cancion|brano`,
  loved:
    'favorite|favourite|favorites|favourites|love|loved|liked|favori|favoriler|favorit|favoris|favorito|favoritos|preferito',
  other: `favorite track|favorite song|unlove|block|artist|artists|sanatci|
    playlist|playlists|podcast|episode|show|audiobook|video|movie|film|book|game|tv|unfinished download`,
}

const plainWord = (cell: string): string =>
  foldedLetters(cell.trim().slice(0, 60))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const meanings = new Map(
  (Object.keys(words) as WrittenKind[]).flatMap((kind) =>
    words[kind].split('|').map((word) => [plainWord(word), kind] as const),
  ),
)

/** RateYourMusic's codes: owned, used to own, none, wanted. */
const ownership = new Map<string, WrittenKind>([
  ['o', 'listening'],
  ['u', 'listening'],
  ['n', 'listening'],
  ['w', 'wish'],
])

/** Null for an unknown word. The meaning of 'yes' depends on `heading`. */
export function readKind(cell: string, heading: string): WrittenKind | null {
  const word = plainWord(cell)
  const kind = heading === 'ownership' && ownership.get(word)
  if (kind) return kind
  const meaning = meanings.get(heading)
  const isAnswer = isYes(cell) || isNo(cell)
  if (meaning === 'listening' && (isAnswer || word === '')) return isYes(cell) ? 'listening' : 'wish'
  if (meaning === 'wish' && isAnswer) return isYes(cell) ? 'wish' : 'listening'
  // 'Listening' means still in progress, except in the kind column of our own tables.
  if (word === 'listening' && heading !== 'kind') return 'begun'
  return word === '' ? 'listening' : (meanings.get(word) ?? null)
}

export const isKindHeading = (heading: string): boolean =>
  ['listening', 'wish'].includes(meanings.get(heading) ?? '')

/** True if most of the distinct words are kinds, and not all of them just say that the row is an album. */
export function areKinds(cells: readonly string[], heading: string): boolean {
  const kinds = cells.map((cell) => readKind(cell, heading)).filter((kind) => kind !== null)
  return kinds.length * 2 > cells.length && kinds.some((kind) => kind !== 'album')
}
