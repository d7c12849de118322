import { foldedLetters } from '../../../shared/foldedLetters.ts'
import type { ColumnRole } from '../../../shared/imports.ts'

export type NamedRole = Exclude<ColumnRole, 'none'>
/** Quality of a match: `sure` names the role itself, `likely` often means it, `partly` contains a word for it. */
export type Fit = 'sure' | 'likely' | 'partly'

type Names = { sure: string; likely?: string; partly?: RegExp }

/** Headings are without case and accents, in the form that `plainHeading` returns. */
const names: Record<NamedRole, Names> = {
  artist: {
    sure: `artist|artists|artist s|artist name|artist names|artist name s|album artist|album artists|album artist s|album artist name|
      album artist name s|albumartist|artistname|
      sanatci|sanatcilar|sanatci adi|kunstler|interpret|interpreten|artiste|artistes|artiste s|artista|artistas|artisti|
      artiest|artiesten|wykonawca|artysta|исполнитель|исполнители|артист|виконавець|kunstner|esittaja|interpret|eloado|καλλιτεχνης|
      アーティスト|歌手|艺术家|艺人|아티스트|가수`,
    likely: `band|bands|performer|performers|group|musician|act|by|grup|sarkici|groupe|gruppe|grupo|gruppo|zespol|interprete|
      uitvoerder|группа|музыкант`,
    partly:
      /\b(?:artists?|sanatci\w*|kunstler\w*|interpret\w*|artistes?|artista|artiest)\b|исполнител|артист/u,
  },
  album: {
    sure: `album|albums|album title|album name|albumname|albumtitle|release title|album adi|albumler|albumtitel|titre de l album|
      nom de l album|titre album|titolo album|titolo dell album|titulo del album|titulo do album|nome do album|albuns|
      tytul albumu|альбом|альбомы|название альбома|albumi|αλμπουμ|アルバム|专辑|앨범`,
    likely: `title|name|release|releases|release name|record|records|lp|titel|titre|titolo|titulo|tytul|disque|disco|plyta|plaat|
      baslik|adi|isim|nom|nome|nombre|название|пластинка|master title`,
    partly: /\balbum\w*|альбом/u,
  },
  track: {
    sure: `track|track name|track title|trackname|song|song name|song title|songtitle|sarki|sarki adi|parca|parca adi|lied|liedtitel|
      songtitel|morceau|piste|chanson|titre du morceau|cancion|brano|canzone|faixa|nummer titel|utwor|piosenka|трек|песня|композиция`,
    partly: /^(?!.*\b(?:fav\w*|best|top)\b).*\b(?:track|song) (?:name|title)$/u,
  },
  year: {
    sure: `year|release year|released|release date|album release date|original release date|yil|cikis yili|cikis tarihi|yayin tarihi|
      jahr|erscheinungsjahr|veroffentlicht|annee|annee de sortie|date de sortie|ano|ano de lanzamiento|ano de lancamento|anno|
      anno di uscita|jaar|rok|rok wydania|год|год выпуска`,
  },
  date: {
    sure: `date|day|date listened|date heard|date played|date watched|date logged|listened|listened at|listened on|listen date|heard|
      heard on|played|played at|played on|date time|datetime|time|timestamp|watched date|logged|logged at|last played|
      uts|ts|timems|utc time|scrobble time|scrobbled at|tarih|tarihi|dinleme tarihi|dinlenme tarihi|dinlendigi tarih|gun|datum|
      gehort am|tag|zeitpunkt|date d ecoute|ecoute le|jour|fecha|fecha de escucha|dia|data|data di ascolto|ascoltato il|giorno|
      data de audicao|luisterdatum|beluisterd op|data odsluchu|dzien|дата|дата прослушивания|день|dato|paivamaara|ημερομηνια|日付|日期|날짜`,
    likely: `date added|date rated|date logged at|added|added at|added on|created|created at|rated at|eklenme tarihi|puanlama tarihi|
      hinzugefugt|hinzugefugt am|bewertet am|date de notation|date d ajout|ajoute le|fecha de calificacion|fecha anadido|
      data aggiunta|data di valutazione|data da avaliacao|toegevoegd|data dodania|data oceny|дата добавления|дата оценки`,
    partly: /\b(?:dates?|tarihi?|datum|fecha|data)\b|дата/u,
  },
  rating: {
    sure: `rating|ratings|my rating|rating10|your rating|user rating|personal rating|score|scores|my score|your score|stars|rate|grade|
      mark|puan|puanim|puanlar|benim puanim|bewertung|meine bewertung|wertung|punkte|sterne|note|ma note|evaluation|etoiles|
      calificacion|mi calificacion|puntuacion|mi puntuacion|nota|mi nota|valoracion|estrellas|voto|il mio voto|valutazione|
      punteggio|stelle|minha nota|avaliacao|classificacao|estrelas|beoordeling|cijfer|waardering|sterren|ocena|moja ocena|
      gwiazdki|оценка|моя оценка|рейтинг|оцінка|betyg|karakter|arvosana|hodnoceni|ertekeles|βαθμολογια|評価|评分|평점`,
    likely: 'notes|album rating|album score|album puani',
    partly: /\b(?:ratings?|scores?|puan\w*|bewertung|stars)\b|оценка/u,
  },
  review: {
    sure: `review|reviews|my review|comment|comments|notes|note|text|thoughts|my thoughts|review text|yorum|yorumum|yorumlar|inceleme|
      incelemem|notlar|notum|dusunceler|rezension|kritik|kommentar|kommentare|notizen|critique|avis|commentaire|commentaires|
      remarques|resena|comentario|comentarios|opinion|notas|recensione|commento|commenti|resenha|critica|opiniao|recensie|
      opmerking|opmerkingen|recenzja|komentarz|uwagi|отзыв|рецензия|комментарий|заметки|recension|anmeldelse|arvostelu|レビュー|感想|评论|리뷰`,
    partly: /\b(?:reviews?|comments?|yorum\w*|inceleme\w*)\b/u,
  },
  tags: {
    sure: 'tag|tags|labels|etiket|etiketler|schlagworte|etiquettes|etiquetas|etichette|mots cles|tagi|теги|метки',
  },
  relisten: {
    sure: `relisten|re listen|relistened|rewatch|repeat|yeniden dinleme|tekrar|tekrar dinleme|wiedergehort|reecoute|reescucha|
      riascolto|reescuta|herluisterd|повторно`,
  },
  favorite: {
    sure: `fav|favs|favorite|favourite|favorites|favourites|liked|like|loved|love|heart|hearts|favori|favoriler|begendim|favorit|lieblingsalbum|
      coup de coeur|favorito|favoritos|preferito|preferiti|favoriet|ulubione|избранное`,
  },
  kind: {
    sure: `kind|status|my status|listen status|list status|state|shelf|ownership|durum|durumu|dinleme durumu|liste|list|statut|etat|
      estado|stato|situacao|статус|состояние|event`,
    likely: 'type|tur|turu|typ|tipo|art|soort|rodzaj|тип|collection|category|kategori',
  },
}

const otherWords =
  /\b(?:id|ids|identifier|mbid|uuid|uri|url|link|links|isrc|upc|ean|barcode|key|slug|image|cover|artwork|country|genres?|turler|media|format|label|catalog|duration|length|count|hours|sort|description|reason|director|directors|author|authors|yazar|publisher|studio|imdb|tmdb|isbn|isbn13|playlist|email|user|username|platform|position|number|no|rank|popularity|average|avg|community|critic|critics|global|mean|ortalama|moyenne|original|originaltitel|followers|sleeve|condition|price|store|version|language|dil)\b/u

const sets = Object.fromEntries(
  Object.entries(names).map(([role, { sure, likely = '', partly }]) => [
    role,
    { sure: setOf(sure), likely: setOf(likely), partly },
  ]),
) as Record<NamedRole, { sure: Set<string>; likely: Set<string>; partly?: RegExp }>

function setOf(text: string): Set<string> {
  return new Set(text.split('|').map(plainHeading).filter(Boolean))
}

/** 'Artist Name(s)' becomes 'artist name s', 'Rating (1-10)' becomes 'rating'. */
export function plainHeading(heading: string): string {
  return foldedLetters(heading.slice(0, 100))
    .replace(/[([][^)\]]*\d[^)\]]*[)\]]|(?:\/|out of) ?\d+$/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export function fitOf(heading: string, role: NamedRole): Fit | null {
  const { sure, likely, partly } = sets[role]
  if (sure.has(heading)) return 'sure'
  if (likely.has(heading)) return 'likely'
  if (!partly?.test(heading) || otherWords.test(heading)) return null
  if (role === 'date' && isReleased.test(heading)) return null
  const isOther = role === 'album' || role === 'artist'
  // 'Album Artist' is not an album, and 'Artist Rating' is not an artist.
  return isOther && otherRoles(role).some((other) => sets[other].partly!.test(heading)) ? null : 'partly'
}

const isReleased =
  /release|cikis|yayin|sortie|erschein|lanzamiento|lancamento|uscita|wydania|purchase|birth|modified|updated/
const otherRoles = (role: NamedRole): NamedRole[] => [
  ...(role === 'album' ? (['artist'] as const) : []),
  'date',
  'rating',
  'review',
]

export const namedRoles = Object.keys(names) as NamedRole[]

/** The role is then assigned even if the cells cannot be read. */
export const isPlainlyNamed = (heading: string, role: NamedRole): boolean =>
  sets[role].partly?.test(heading) ?? false

export const isHeading = (heading: string): boolean =>
  namedRoles.some((role) => sets[role].sure.has(heading) || sets[role].likely.has(heading))

export const isNameHeading = (heading: string): boolean =>
  sets.artist.sure.has(heading) || sets.album.sure.has(heading)

export const isOtherHeading = (heading: string): boolean =>
  otherWords.test(heading) || namedRoles.some((role) => fitOf(heading, role) !== null)
