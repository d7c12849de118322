import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { AlbumCard } from '../../shared/catalog.ts'
import { limits } from '../../shared/limits.ts'
import type { ListDraft } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useLeaveGuard } from '../lib/leaveGuard.ts'
import { isError, refusalText, trpc } from '../lib/trpc.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { DraftRestored } from '../ui/DraftRestored.tsx'
import { Checkbox, TextArea, TextField } from '../ui/Field.tsx'
import { LeaveDialog } from '../ui/LeaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { VisibilitySelect } from '../visibility/VisibilitySelect.tsx'
import { takeAdded } from './addedAlbums.ts'
import { AlbumFinder } from './AlbumFinder.tsx'
import { Conflict } from './Conflict.tsx'
import { draftPlace } from './draftPlace.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorRows } from './EditorRows.tsx'
import { editedList, emptyList, keyOf, keysOf, type EditedList, type Row } from './editorState.ts'
import type { problemsOf, Problems } from './listProblems.ts'
import { useListEditor } from './useListEditor.ts'
import { useSaveList } from './useSaveList.ts'

type ListEditorProps = {
  nickname: string
  draft: ListDraft | null
}

export function ListEditor({ nickname, draft }: ListEditorProps) {
  const id = draft?.id ?? null
  const [, navigate] = useLocation()
  const formId = useId()
  const root = useRef<HTMLDivElement>(null)
  const saved = draft ? { version: draft.version, list: editedList(draft) } : { version: 0, list: emptyList }
  const editor = useListEditor(draftPlace(nickname, id), saved)
  const { list } = editor
  const guard = useLeaveGuard(editor.isChanged && !editor.isKept)
  useAddedAlbums(editor, { nickname, list: id ?? 0 })
  const [isCancelling, setCancelling] = useState(false)

  const leave = (path: string) =>
    guard.leave(() => {
      editor.forget()
      navigate(path, { replace: true })
    })
  const goBack = () => leave(id === null ? paths.lists() : paths.list(id))
  const { save, isSaving, problems } = useSave(id, editor, {
    root,
    onSaved: (savedId) => leave(paths.list(savedId)),
  })

  const undo = () => {
    const index = flushSync(editor.undo)
    // After the last undo the button disappears, so focus the restored row.
    const isLost = document.activeElement === document.body
    if (isLost && index !== null) root.current!.querySelectorAll<HTMLElement>('[data-remove]')[index]?.focus()
  }
  return (
    <div ref={root}>
      {editor.isOutdated && id !== null && (
        <Conflict
          id={id}
          isChanged={editor.isChanged}
          onNewer={editor.restart}
          onMine={(version) => {
            editor.replaces(version)
            void save()
          }}
        />
      )}
      {editor.restored && (
        <DraftRestored
          className="mb-6"
          onDiscard={() => {
            editor.discard()
            root.current?.querySelector('input')?.focus()
          }}
        />
      )}
      <div className="grid grid-cols-1 min-h-[55svh] content-start gap-x-16 gap-y-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="min-w-0 self-start lg:sticky lg:top-24">
          <ListFields id={formId} {...{ list, problems, isSaving }} onWrite={editor.write} onSubmit={save} />
          <ChosenAlbums
            rows={list.rows}
            problem={problems.albums}
            onToggle={editor.toggle}
            addPath={(title) => paths.addAlbum({ title, list: id ?? 0 })}
          />
        </div>
        <section aria-label={texts.lists.chosen} className="min-w-0">
          <EditorRows
            rows={list.rows}
            problems={problems.notes}
            onMove={editor.move}
            onRemove={editor.remove}
            onNote={editor.note}
            onRetry={editor.retry}
          />
        </section>
      </div>
      <p role="status" className="sr-only">
        {editor.announcement}
      </p>
      <EditorBar
        form={formId}
        count={list.rows.length}
        removed={editor.lastRemoved}
        onUndo={undo}
        onCancel={() => (editor.isChanged ? setCancelling(true) : goBack())}
        isSaving={isSaving}
      />
      <ConfirmDialog
        open={isCancelling}
        onOpenChange={setCancelling}
        title={texts.leaveTitle}
        text={texts.lists.discards}
        verb={texts.discardChanges}
        onConfirm={goBack}
      />
      <LeaveDialog guard={guard} text={texts.lists.unsaved} onDiscard={editor.forget} />
    </div>
  )
}

/** Takes the albums into the draft that were added on their own page for this list. */
function useAddedAlbums(editor: Editor, place: { nickname: string; list: number }) {
  const take = useEffectEvent(() => {
    const keys = keysOf(editor.rowsNow())
    for (const album of takeAdded(place)) if (!keys.has(keyOf(album))) editor.toggle(album)
  })
  useEffect(() => take(), [])
}

const loadProblems = async () => (await import('./listProblems.ts')).problemsOf

type Editor = ReturnType<typeof useListEditor>
type SaveOptions = { root: RefObject<HTMLElement | null>; onSaved: (id: number) => void }

/** After the first attempt, every change is validated. */
function useSave(id: number | null, editor: Editor, { root, onSaved }: SaveOptions) {
  const send = useSaveList(id)
  const [check, setCheck] = useState<typeof problemsOf | null>(null)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => void loadProblems().catch(() => undefined), [])

  const refuse = (error: unknown) => {
    if (id !== null && isError(error, 'lists.changed')) return editor.setOutdated(true)
    toast.error(refusalText(error, id === null ? texts.lists.createFailed : texts.lists.updateFailed))
  }
  const attempt = async () => {
    const draft = await editor.settled()
    try {
      const checkNow = await loadProblems()
      setCheck(() => checkNow)
      const problems = checkNow(draft.list)
      if (Object.keys(problems).length > 0) {
        flushSync(() => setCheck(() => checkNow))
        return focusFirst(root.current!, problems)
      }
      editor.sending()
      const savedId = await send(draft)
      toast.success(id === null ? texts.lists.created : texts.lists.updated)
      onSaved(savedId)
    } catch (error) {
      refuse(error)
    }
  }
  const save = useOnce(async () => {
    setSaving(true)
    await attempt()
    editor.unlock()
    setSaving(false)
  })
  return { save, isSaving, problems: check?.(editor.list) ?? {} }
}

function focusFirst(root: HTMLElement, { name, description, albums }: Problems) {
  const list = albums ? 'input[type=search]' : 'li textarea[aria-invalid]'
  const field = name ? 'form input' : description ? 'form textarea' : list
  root.querySelector<HTMLElement>(field)?.focus()
}

type ListFieldsProps = {
  id: string
  list: EditedList
  problems: Problems
  isSaving: boolean
  onWrite: Editor['write']
  onSubmit: () => Promise<void>
}

function ListFields({ id, list, problems, isSaving, onWrite, onSubmit }: ListFieldsProps) {
  // A new list has the user's default visibility until they choose one.
  const settings = trpc.visibility.settings.useQuery(undefined, { enabled: list.visibility === null })
  return (
    <form
      id={id}
      noValidate
      aria-label={texts.lists.form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <TextField
        label={texts.lists.name}
        value={list.name}
        onChange={({ target }) => onWrite({ name: target.value })}
        autoComplete="off"
        readOnly={isSaving}
        length={list.name.length}
        limit={limits.listName}
        error={problems.name}
      />
      <TextArea
        label={texts.lists.description}
        value={list.description}
        onChange={({ target }) => onWrite({ description: target.value })}
        readOnly={isSaving}
        length={list.description.length}
        limit={limits.listDescription}
        error={problems.description}
      />
      <VisibilitySelect
        value={list.visibility ?? settings.data?.default ?? 'everyone'}
        onChoose={(visibility) => onWrite({ visibility })}
        disabled={isSaving || (list.visibility === null && settings.isPending)}
      />
      <Checkbox
        label={texts.lists.ranked}
        checked={list.ranked}
        onChange={({ target }) => onWrite({ ranked: target.checked })}
        disabled={isSaving}
        className="-mt-2"
      />
    </form>
  )
}

type ChosenAlbumsProps = {
  rows: readonly Row[]
  problem: string | undefined
  onToggle: (album: AlbumCard) => void
  addPath: (query: string) => string
}

function ChosenAlbums({ rows, problem, onToggle, addPath }: ChosenAlbumsProps) {
  const problemId = useId()
  const keys = useMemo(() => keysOf(rows), [rows])
  return (
    <div
      role="group"
      aria-label={texts.catalog.albums}
      aria-describedby={problem && problemId}
      className="mt-2"
    >
      <AlbumFinder isChosen={(album) => keys.has(keyOf(album))} onToggle={onToggle} addPath={addPath} />
      <p id={problemId} aria-live="polite" className="mt-1.5 text-sm text-danger">
        {problem}
      </p>
    </div>
  )
}
