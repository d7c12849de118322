import type { UseComboboxPropGetters } from 'downshift'
import { useId, type MouseEvent } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { hrefOf, type Found, type FoundGroup } from './useFound.ts'

type FoundGroupsProps = {
  groups: FoundGroup[]
  highlighted: number
  getItemProps: UseComboboxPropGetters<Found>['getItemProps']
  inert: boolean
}

/** The groups of the quick search; each choice is also a plain link, for a new tab. */
export function FoundGroups({ groups, highlighted, getItemProps, inert }: FoundGroupsProps) {
  const id = useId()
  const flat = groups.flatMap((group) => group.found)
  return groups.map((group) => (
    <div key={group.title} role="group" aria-labelledby={id + group.title} inert={inert}>
      <p id={id + group.title} className="px-3 pt-2 pb-1 text-sm font-semibold text-muted">
        {group.title}
      </p>
      {group.found.map((item) => {
        const index = flat.indexOf(item)
        const lit = index === highlighted && 'bg-sunken'
        const look = classes('flex items-center gap-3 rounded-control px-3 py-2', lit)
        const props = inert ? {} : getItemProps({ item, index, onClick: openHere })
        return (
          <a key={hrefOf(item)} {...props} href={hrefOf(item)} tabIndex={-1} className={look}>
            <FoundItem item={item} />
          </a>
        )
      })}
    </div>
  ))
}

/** A plain click is downshift's; one with a modifier key is the browser's. */
function openHere(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
  } else {
    event.preventDefault()
  }
}

function FoundItem({ item }: { item: Found }) {
  const [title, detail] =
    item.kind === 'user' ? [item.user.nickname, item.user.bio] : [item.album.name, item.album.artist]
  return (
    <>
      {item.kind === 'user' ? (
        <Avatar nickname={item.user.nickname} src={item.user.avatar} />
      ) : (
        <Cover album={item.album} size="xs" />
      )}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        {detail && <span className="block truncate text-sm text-muted">{detail}</span>}
      </span>
    </>
  )
}
