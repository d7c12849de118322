import type { UseComboboxPropGetters } from 'downshift'
import { useEffect, useId, type MouseEvent, type ReactNode, type SyntheticEvent } from 'react'
import { texts } from '../../shared/texts.ts'
import { ArtistPortrait } from '../catalog/ArtistPortrait.tsx'
import { MoreResults, type More } from '../lists/MoreResults.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { hrefOf, type Found, type FoundGroup, type useFound } from './useFound.ts'

/** Maximum number of artists whose pictures are requested. */
const PICTURED = 5

type GetItemProps = UseComboboxPropGetters<Found>['getItemProps']

type AlbumsFound = ReturnType<typeof useFound>['albums']

type FoundChoicesProps = {
  groups: FoundGroup[]
  /** selectable items in order; items of stale groups are excluded */
  choices: Found[]
  highlighted: number
  status: string | null
  albums: AlbumsFound
  getMenuProps: UseComboboxPropGetters<Found>['getMenuProps']
  getItemProps: GetItemProps
  /** called when the focus leaves the button below the list */
  onLeave: () => void
}

export function FoundChoices({
  groups,
  choices,
  highlighted,
  status,
  albums,
  getMenuProps,
  getItemProps,
  onLeave,
}: FoundChoicesProps) {
  const last = choices.length - 1
  const isSetUp = albums.data?.withoutCatalogue !== 'notSetUp'
  const isPart = !albums.isPlaceholderData && (albums.data?.more === 'failed' || !isSetUp)
  const more = { isSetUp, onRetry: () => void albums.refetch(), busy: albums.isFetching }
  return (
    <>
      <div {...getMenuProps({ 'aria-label': texts.layout.searchResults })}>
        <FoundGroups
          groups={groups}
          choices={choices}
          highlighted={highlighted}
          getItemProps={getItemProps}
        />
        {/* Before the last item, so that a changing status moves only that item. */}
        {status && (
          <p aria-hidden="true" className="px-3 py-2.5 text-sm text-muted">
            {status}
          </p>
        )}
        <FoundAll
          item={choices[last]!}
          index={last}
          isLit={highlighted === last}
          getItemProps={getItemProps}
        />
      </div>
      {isPart && <FoundMore more={more} onLeave={onLeave} />}
    </>
  )
}

/** Follows the list, because a list box cannot contain a button. */
function FoundMore({ more, onLeave }: { more: More; onLeave: () => void }) {
  useEffect(() => {
    document.addEventListener('focusout', stayOpen, true)
    return () => document.removeEventListener('focusout', stayOpen, true)
  }, [])
  return (
    <div
      data-more
      role="presentation"
      onBlur={onLeave}
      onMouseDown={keepFocus}
      onMouseUp={stop}
      onTouchStart={stop}
      onTouchEnd={stop}
    >
      <MoreResults {...more} className="px-3 py-2.5 text-sm" />
    </div>
  )
}

// Downshift closes the list on a press outside of it, and when the box loses the focus.
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Lets the keyboard reach the button. */
function stayOpen(event: FocusEvent) {
  const next = event.relatedTarget
  if (next instanceof Element && next.closest('[data-more]'))
    Object.assign(event, { preventDownshiftDefault: true })
}

function keepFocus(event: SyntheticEvent) {
  event.preventDefault()
  event.stopPropagation()
}

type FoundGroupsProps = Pick<FoundChoicesProps, 'groups' | 'choices' | 'highlighted' | 'getItemProps'>

/** Each item is also a plain link, so that it can be opened in a new tab. */
function FoundGroups({ groups, choices, highlighted, getItemProps }: FoundGroupsProps) {
  const id = useId()
  return groups
    .filter((group) => group.found.length > 0)
    .map(({ title, found: results, stale }) => (
      <div
        key={title}
        role="group"
        aria-labelledby={id + title}
        inert={stale}
        className={classes('transition-opacity duration-150', stale && 'opacity-50')}
      >
        <p id={id + title} className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
          {title}
        </p>
        {results.map((item, place) => {
          const index = choices.indexOf(item)
          const lit = index === highlighted && !stale && 'bg-lifted'
          const look = classes('flex items-center gap-3 rounded-control px-3 py-2', lit)
          const props = stale ? {} : getItemProps({ item, index, onClick: openHere })
          return (
            <a key={hrefOf(item)} {...props} href={hrefOf(item)} tabIndex={-1} className={look}>
              <FoundItem item={item} pictured={place < PICTURED && !stale} />
            </a>
          )
        })}
      </div>
    ))
}

type FoundAllProps = { item: Found; index: number; isLit: boolean; getItemProps: GetItemProps }

function FoundAll({ item, index, isLit, getItemProps }: FoundAllProps) {
  return (
    <a
      {...getItemProps({ item, index, onClick: openHere })}
      href={hrefOf(item)}
      tabIndex={-1}
      className={classes(
        'mt-1 flex h-11 items-center rounded-control px-3 font-semibold text-accent-ink',
        isLit && 'bg-lifted',
      )}
    >
      {texts.layout.showAllResults}
    </a>
  )
}

/** Leaves a plain click to downshift; the browser handles a click with a modifier key. */
function openHere(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
  } else {
    event.preventDefault()
  }
}

function FoundItem({ item, pictured }: { item: Found; pictured: boolean }) {
  switch (item.kind) {
    case 'user':
      return (
        <>
          <Avatar nickname={item.user.nickname} src={item.user.avatar} />
          <Words title={item.user.nickname} detail={item.user.bio} />
        </>
      )
    case 'artist':
      return (
        <>
          <ArtistPortrait name={item.artist.name} image={item.artist.image} size="xs" eager asks={pictured} />
          <Words title={item.artist.name} detail={null} />
        </>
      )
    case 'album':
      return (
        <>
          <Cover album={item.album} size="xs" eager />
          <Words title={item.album.name} detail={<Byline album={item.album} />} />
        </>
      )
    case 'all':
      return null
  }
}

function Words({ title, detail }: { title: string; detail: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block truncate font-semibold">{title}</span>
      {detail && <span className="block truncate text-sm text-muted">{detail}</span>}
    </span>
  )
}
