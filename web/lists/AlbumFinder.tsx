import { Check, Plus } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Link } from 'wouter'
import type { AlbumCard } from '../../shared/catalog.ts'
import { debounce } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { catalogueErrorText } from '../lib/trpc.ts'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { InlineError } from '../ui/EmptyState.tsx'
import { textLink } from '../ui/Page.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { useDebounced } from '../ui/useDebounced.ts'
import { MoreResults } from './MoreResults.tsx'
import { useAlbumSearch } from './useAlbumSearch.ts'

type AlbumFinderProps = {
  isChosen: (album: AlbumCard) => boolean
  onToggle: (album: AlbumCard) => void
  /** reserves the space of the results while there are none, so that a dialog does not jump while the user types */
  keepsPlace?: boolean
  /** the link to the page on which an album is added, for one that is not found */
  addPath?: (query: string) => string
}

export function AlbumFinder({ isChosen, onToggle, keepsPlace = false, addPath }: AlbumFinderProps) {
  const [text, setText] = useState('')
  const [entered, setEntered] = useState('')
  const settled = useDebounced(text.trim(), debounce.search)
  // Enter skips the debounce.
  const query = entered === text.trim() ? entered : settled
  return (
    <div className="[&_form]:sm:max-w-none">
      <SearchBox
        label={texts.catalog.searchAlbums}
        text={text}
        onType={setText}
        onEnter={() => setEntered(text.trim())}
      />
      {(keepsPlace || query !== '') && (
        <div className="mt-3 h-72 overflow-y-auto overscroll-contain">
          {query !== '' && <Found query={query} isChosen={isChosen} onToggle={onToggle} />}
        </div>
      )}
      {addPath && (
        <p className="mt-2 text-sm text-muted">
          {texts.albums.notListed}{' '}
          <Link href={addPath(text.trim())} className={textLink}>
            {texts.albums.add}
          </Link>
        </p>
      )}
    </div>
  )
}

type FoundProps = Pick<AlbumFinderProps, 'isChosen' | 'onToggle'> & { query: string }

function Found({ query, isChosen, onToggle }: FoundProps) {
  const search = useAlbumSearch({ query, page: 1 })
  if (search.error) {
    return (
      <InlineError
        text={catalogueErrorText(search.error, texts.catalog.searchFailed)}
        onRetry={() => void search.refetch()}
        busy={search.isFetching}
        className="justify-center py-10"
      />
    )
  }
  if (!search.data) return <FoundSkeleton />
  const { albums } = search.data
  if (albums.length === 0) {
    return (
      <p role="status" className="py-10 text-center text-muted">
        {texts.catalog.noAlbums}
      </p>
    )
  }
  return (
    <>
      <ul aria-label={texts.catalog.albumsFound} aria-busy={search.isPlaceholderData} className="pr-1">
        {albums.map((album) => (
          <li key={`${album.artist}/${album.name}`}>
            <FoundAlbum album={album} isChosen={isChosen(album)} onToggle={onToggle} />
          </li>
        ))}
      </ul>
      {search.more && <MoreResults {...search.more} className="px-2 py-3" />}
    </>
  )
}

type FoundAlbumProps = { album: AlbumCard; isChosen: boolean; onToggle: (album: AlbumCard) => void }

function FoundAlbum({ album, isChosen, onToggle }: FoundAlbumProps) {
  const Icon = isChosen ? Check : Plus
  return (
    <AlbumOption album={album} aria-pressed={isChosen} onClick={() => onToggle(album)}>
      <Icon
        size={18}
        aria-hidden="true"
        className={classes('shrink-0', isChosen ? 'text-accent-ink' : 'text-muted')}
      />
    </AlbumOption>
  )
}

/** Other props go to the button. */
export function AlbumOption({ album, children, ...rest }: { album: AlbumCard } & ComponentProps<'button'>) {
  return (
    <button
      {...rest}
      type="button"
      className={
        'flex w-full items-center gap-3 rounded-control p-2 text-start -outline-offset-2 transition-colors ' +
        'duration-100 hover:bg-sunken'
      }
    >
      <Cover album={album} size="xs" eager />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{album.name}</span>
        <Byline album={album} className="text-sm" />
      </span>
      {children}
    </button>
  )
}

function FoundSkeleton() {
  return (
    <>
      <Loading />
      {[0, 1, 2, 3].map((index) => (
        <div key={index} aria-hidden="true" className="flex items-center gap-3 p-2">
          <Skeleton className="size-10 rounded-sleeve" />
          <Skeleton className="h-3.5 w-48" />
        </div>
      ))}
    </>
  )
}
