import type { AlbumCard } from '../../shared/catalog.ts'
import type { Holdings } from '../../shared/logs.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'

type RemoveAlbumProps = { album: AlbumCard; onCancel: () => void; onConfirm: () => void }

/** '12 listens, 3 reviews, 5 comments' */
function inWords({ listens, reviews, comments, likes }: Holdings): string {
  const { logs } = texts
  return [
    logs.listens(listens),
    reviews > 0 && logs.reviewCount(reviews),
    comments > 0 && logs.commentCount(comments),
    likes > 0 && logs.likeCount(likes),
  ]
    .filter(Boolean)
    .join(', ')
}

export default function RemoveAlbum({ album, onCancel, onConfirm }: RemoveAlbumProps) {
  const holdings = trpc.logs.holdings.useQuery(
    { artist: album.artist, album: album.name },
    { staleTime: 0, gcTime: 0 },
  )
  const { data } = holdings
  const text = data
    ? texts.logs.removes(inWords(data))
    : holdings.isError
      ? errorText(holdings.error)
      : texts.ui.loading
  return (
    <ConfirmDialog
      open
      onOpenChange={onCancel}
      title={texts.logs.removeAlbumTitle(album.name)}
      text={text}
      verb={texts.delete}
      // Do not delete before the text names what is deleted.
      busy={!data}
      onConfirm={onConfirm}
    />
  )
}
