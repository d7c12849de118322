import { X } from 'lucide-react'
import { memo, useId, useRef } from 'react'
import { limits } from '../../shared/limits.ts'
import { texts } from '../../shared/texts.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Byline } from '../ui/Byline.tsx'
import { classes } from '../ui/classes.ts'
import { Cover } from '../ui/Cover.tsx'
import { DragHandle } from '../ui/DragHandle.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { GrowingText } from '../ui/GrowingText.tsx'
import { Record } from '../ui/Record.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useReorder } from '../ui/useReorder.ts'
import type { Row } from './editorState.ts'

type EditorRowsProps = {
  rows: readonly Row[]
  /** errors of notes, by row key */
  problems: ReadonlyMap<string, string> | undefined
  onMove: (from: number, to: number) => void
  onRemove: (key: string) => void
  onNote: (key: string, text: string) => void
  onRetry: (row: Row) => void
}

/** Memoized, like each row: there can be a thousand. */
export const EditorRows = memo(function EditorRows({
  rows,
  problems,
  onMove,
  onRemove,
  onNote,
  onRetry,
}: EditorRowsProps) {
  const reorder = useReorder(onMove)
  if (rows.length === 0) return <NoRows />
  return (
    <ol aria-label={texts.lists.albums} {...reorder} className="-mx-2">
      {rows.map((row, index) => (
        <EditorRow
          key={row.key}
          row={row}
          place={index + 1}
          problem={problems?.get(row.key)}
          onRemove={onRemove}
          onNote={onNote}
          onRetry={onRetry}
        />
      ))}
    </ol>
  )
})

/** Placeholder for the albums, as high as the form next to it. */
function NoRows() {
  return (
    <div className="flex h-full items-center justify-center rounded-panel border border-dashed border-edge/60">
      <EmptyState icon={<Record className="size-24" />} text={texts.lists.noAlbums} />
    </div>
  )
}

type EditorRowProps = Pick<EditorRowsProps, 'onRemove' | 'onNote' | 'onRetry'> & {
  row: Row
  place: number
  problem: string | undefined
}

const EditorRow = memo(function EditorRow({
  row,
  place,
  problem,
  onRemove,
  onNote,
  onRetry,
}: EditorRowProps) {
  const { album, id, note, failure } = row
  const nameId = useId()
  const self = useRef<HTMLLIElement>(null)

  const remove = () => {
    // The focused button is removed with its row: focus the next row's, or the previous one's.
    const neighbour = self.current!.nextElementSibling ?? self.current!.previousElementSibling
    neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus({ preventScroll: true })
    onRemove(row.key)
  }
  return (
    <li
      ref={self}
      className={
        'scroll-mt-20 scroll-mb-24 rounded-control bg-page px-1 pb-3 [contain-intrinsic-size:auto_7.75rem] ' +
        '[content-visibility:auto] data-dragged:relative data-dragged:z-1 data-dragged:bg-surface ' +
        'data-dragged:shadow-float data-dragged:[content-visibility:visible]'
      }
    >
      <div className="flex h-18 items-center gap-2 sm:gap-3">
        <DragHandle name={album.name} className="pointer-coarse:w-11" />
        <span aria-hidden="true" className="w-6 shrink-0 text-right text-sm text-muted sm:w-8">
          {place}
        </span>
        <Cover album={album} size="sm" />
        <div className="min-w-0 flex-1">
          <p
            id={nameId}
            className="truncate font-semibold max-sm:line-clamp-2 max-sm:leading-5 max-sm:whitespace-normal"
          >
            {album.name}
          </p>
          {failure === null ? (
            <Byline album={album} className="text-sm" />
          ) : (
            <p role="alert" className="truncate text-sm text-danger" title={failure}>
              {failure}
            </p>
          )}
        </div>
        {id === null && failure === null && (
          <span role="img" aria-label={texts.lists.addingAlbum(album.name)} className="shrink-0 text-muted">
            <Spinner />
          </span>
        )}
        {failure !== null && (
          <Button size="sm" aria-label={texts.lists.tryAlbumAgain(album.name)} onClick={() => onRetry(row)}>
            {texts.tryAgain}
          </Button>
        )}
        <IconButton size="sm" data-remove label={texts.lists.removeAlbum(album.name)} onClick={remove}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <Note text={note} problem={problem} albumId={nameId} onChange={(text) => onNote(row.key, text)} />
    </li>
  )
})

type NoteProps = {
  text: string
  problem: string | undefined
  albumId: string
  onChange: (text: string) => void
}

function Note({ text, problem, albumId, onChange }: NoteProps) {
  const problemId = useId()
  const isLong = text.length > limits.listNote * 0.8
  return (
    <div className="pl-10 pointer-coarse:pl-13 sm:pl-22 sm:pointer-coarse:pl-25">
      <GrowingText
        rows={1}
        aria-label={texts.lists.note}
        aria-describedby={problem ? `${albumId} ${problemId}` : albumId}
        aria-invalid={problem ? true : undefined}
        placeholder={texts.lists.note}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        className={classes(
          'block max-h-60 min-h-10 w-full resize-none rounded-control border bg-surface px-3 py-2',
          'text-base text-ink transition-colors duration-150 placeholder:text-muted sm:text-sm',
          problem ? 'border-danger' : 'border-line hover:border-edge focus:border-muted',
        )}
      />
      {(problem || isLong) && (
        <p className="mt-1 flex justify-between gap-4 text-sm text-muted">
          <span id={problemId} role={problem ? 'alert' : undefined} className="text-danger">
            {problem}
          </span>
          {isLong && (
            <span className={classes('shrink-0', text.length > limits.listNote && 'text-danger')}>
              {text.length.toLocaleString(texts.numbers)} / {limits.listNote.toLocaleString(texts.numbers)}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
