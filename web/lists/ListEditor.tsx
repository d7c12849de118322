import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { limits } from '../../shared/limits.ts'
import type { ListDraft } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import type { Visibility } from '../../shared/visibility.ts'
import { useLeaveGuard } from '../lib/leaveGuard.ts'
import { isError, refusalText, trpc } from '../lib/trpc.ts'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Checkbox, TextArea, TextField } from '../ui/Field.tsx'
import { LeaveDialog } from '../ui/LeaveDialog.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { VisibilitySelect } from '../ui/VisibilitySelect.tsx'
import { AlbumFinder } from './AlbumFinder.tsx'
import { Conflict } from './Conflict.tsx'
import { draftPlace } from './draftPlace.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorRows } from './EditorRows.tsx'
import { editedList, emptyList, keyOf, keysOf } from './editorState.ts'
import type { problemsOf, Problems } from './listProblems.ts'
import { useListEditor } from './useListEditor.ts'
import { useSaveList } from './useSaveList.ts'

/** Loaded lazily: the page does not need it at first. */
const loadProblems = async () => (await import('./listProblems.ts')).problemsOf

type ListEditorProps = {
  /** owner of the list */
  nickname: string
  /** saved list; null for a new one */
  draft: ListDraft | null
}

export function ListEditor({ nickname, draft }: ListEditorProps) {
  const id = draft?.id ?? null
  const [, navigate] = useLocation()
  const formId = useId()
  const saved = draft ? { version: draft.version, list: editedList(draft) } : { version: 0, list: emptyList }
  const editor = useListEditor(draftPlace(nickname, id), saved)
  const { list } = editor
  const save = useSaveList(id)
  // A new list has the user's default visibility until they choose one.
  const level = trpc.visibility.mine.useQuery(undefined, { enabled: id === null })
  const guard = useLeaveGuard(editor.isChanged && !editor.isKept)
  /** set at the first attempt to save; from then on, every change is validated */
  const [check, setCheck] = useState<typeof problemsOf | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => void loadProblems().catch(() => undefined), [])
  const problems = check?.(list) ?? {}
  const keys = useMemo(() => keysOf(list.rows), [list.rows])

  const leave = (path: string) =>
    guard.leave(() => {
      editor.forget()
      navigate(path, { replace: true })
    })

  const refuse = (error: unknown) => {
    if (id !== null && isError(error, 'lists.changed')) return editor.setOutdated(true)
    toast.error(refusalText(error, id === null ? texts.lists.createFailed : texts.lists.updateFailed))
  }

  /** Saves the list unless it is invalid. */
  const send = async () => {
    const ready = await editor.settled()
    try {
      const checkNow = await loadProblems()
      setCheck(() => checkNow)
      const wrong = checkNow(ready.list)
      if (Object.keys(wrong).length > 0) {
        flushSync(() => setCheck(() => checkNow))
        return focusFirst(form.current!, wrong)
      }
      editor.sending()
      const made = await save(ready)
      toast.success(id === null ? texts.lists.created : texts.lists.updated)
      leave(paths.list(made))
    } catch (error) {
      refuse(error)
    }
  }
  const sendOnce = useOnce(async () => {
    setSaving(true)
    await send()
    editor.unlock()
    setSaving(false)
  })

  const cancel = () => {
    if (editor.isChanged) setCancelling(true)
    else leave(id === null ? paths.lists() : paths.list(id))
  }
  const undo = () => {
    const index = flushSync(editor.undo)
    // After the last undo the button disappears, so focus the restored row.
    const isLost = document.activeElement === document.body
    if (isLost && index !== null) form.current!.querySelectorAll<HTMLElement>('[data-remove]')[index]?.focus()
  }
  return (
    <div ref={form}>
      {editor.isOutdated && id !== null && (
        <Conflict
          id={id}
          isChanged={editor.isChanged}
          onNewer={editor.restart}
          onMine={(version) => {
            editor.replaces(version)
            void sendOnce()
          }}
        />
      )}
      {editor.restored && (
        <p className="mb-6 flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
          <span role="status">{texts.draftRestored}</span>
          <button
            type="button"
            onClick={() => {
              editor.discard()
              form.current?.querySelector('input')?.focus()
            }}
            className="tap rounded-sleeve py-1 font-semibold text-accent-ink underline-offset-4 hover:underline"
          >
            {texts.discardDraft}
          </button>
        </p>
      )}
      <div className="grid grid-cols-1 min-h-[55svh] content-start gap-x-16 gap-y-8 lg:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="min-w-0 self-start lg:sticky lg:top-24">
          <form
            id={formId}
            noValidate
            aria-label={texts.lists.form}
            className="flex flex-col gap-3"
            onSubmit={(event) => {
              event.preventDefault()
              void sendOnce()
            }}
          >
            <TextField
              label={texts.lists.name}
              value={list.name}
              onChange={({ target }) => editor.write({ name: target.value })}
              autoComplete="off"
              readOnly={isSaving}
              length={list.name.length}
              limit={limits.listName}
              error={problems.name}
            />
            <TextArea
              label={texts.lists.description}
              value={list.description}
              onChange={({ target }) => editor.write({ description: target.value })}
              readOnly={isSaving}
              length={list.description.length}
              limit={limits.listDescription}
              error={problems.description}
            />
            <VisibilitySelect
              value={list.visibility ?? level.data?.default ?? 'everyone'}
              onChange={({ target }) => editor.write({ visibility: target.value as Visibility })}
              disabled={isSaving || (list.visibility === null && level.isPending)}
            />
            <Checkbox
              label={texts.lists.ranked}
              checked={list.ranked}
              onChange={({ target }) => editor.write({ ranked: target.checked })}
              disabled={isSaving}
              className="-mt-2"
            />
          </form>
          <div
            role="group"
            aria-label={texts.catalog.albums}
            aria-describedby={problems.albums && `${formId}-albums`}
            className="mt-2"
          >
            <AlbumFinder isChosen={(album) => keys.has(keyOf(album))} onToggle={editor.toggle} />
            <p id={`${formId}-albums`} aria-live="polite" className="mt-1.5 text-sm text-danger">
              {problems.albums}
            </p>
          </div>
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
        {editor.said}
      </p>
      <EditorBar
        form={formId}
        count={list.rows.length}
        removed={editor.lastRemoved}
        onUndo={undo}
        onCancel={cancel}
        isSaving={isSaving}
      />
      <ConfirmDialog
        open={isCancelling}
        onOpenChange={setCancelling}
        title={texts.leaveTitle}
        text={texts.lists.discards}
        verb={texts.discardChanges}
        onConfirm={() => leave(id === null ? paths.lists() : paths.list(id))}
      />
      <LeaveDialog guard={guard} text={texts.lists.unsaved} onDiscard={editor.forget} />
    </div>
  )
}

function focusFirst(form: HTMLElement, { name, description, albums }: Problems) {
  const list = albums ? 'input[type=search]' : 'li textarea[aria-invalid]'
  const field = name ? 'form input' : description ? 'form textarea' : list
  form.querySelector<HTMLElement>(field)?.focus()
}
