import { useEffect, useState, type KeyboardEvent } from 'react'
import { Link } from 'wouter'
import type { AlbumCard, AlbumRef } from '../../../shared/catalog.ts'
import type { AlbumState } from '../../../shared/logs.ts'
import { paths } from '../../../shared/paths.ts'
import { texts } from '../../../shared/texts.ts'
import { fromHere } from '../../auth/from.ts'
import { useViewer } from '../../auth/viewer.tsx'
import { errorText, fiveMinutes, trpc } from '../../lib/trpc.ts'
import { Button } from '../../ui/Button.tsx'
import { Conflict } from '../../ui/Conflict.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { isEnter } from '../../ui/keys.ts'
import { textLink } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.ts'
import { useOnce } from '../../ui/useOnce.ts'
import { beginForm, savedIn } from '../beginForm.ts'
import { LogFields } from '../LogFields.tsx'
import { RemoveLog } from '../RemoveLog.tsx'
import { useLogChanges } from '../useLogChanges.ts'
import type { Asked } from './draft.ts'
import { useDraftForm } from './useDraftForm.ts'
import { useSaveLog } from './useSaveLog.ts'

type LogFormProps = {
  album: AlbumCard
  nickname: string
  asked: Asked
  /** initial data, unless there is a draft */
  begun: AlbumState
  onDone: () => void
}

export function LogForm({ album, nickname, asked, begun, onDone }: LogFormProps) {
  const ref = { artist: album.artist, album: album.name }
  const { viewer } = useViewer()
  const { client } = trpc.useUtils()
  const [{ place, saved: base }] = useState(() => beginForm(nickname, ref, asked, begun))
  const draft = useDraftForm(place, base)
  const { form, follow } = draft
  const { remove } = useLogChanges(ref, nickname)
  const { save, isGone, noteGone } = useSaveLog({ album: ref, nickname, asked, draft })
  const { isSubmitting } = form.formState
  // Ignore listenings created while the form was open.
  const now = useNow(ref, asked, begun)
  const log = asked === 'again' || isGone ? null : now.log

  useEffect(() => {
    // A running submission creates a newer version itself.
    if (log && !isSubmitting) follow(savedIn(log))
  }, [log, follow, isSubmitting])

  const submit = form.handleSubmit(async (checked) => {
    const isDone = await save(checked)
    if (isDone) onDone()
  })
  const submitOnce = useOnce(submit)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isEnter(event.nativeEvent) && (event.ctrlKey || event.metaKey)) void submitOnce()
  }

  const readNewer = async () => {
    try {
      const { log: newer } = await client.logs.mine.query({ ...ref, id: draft.target()!.id })
      if (!newer) noteGone()
      return newer
    } catch (error) {
      toast.error(errorText(error))
      return null
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submitOnce()
      }}
    >
      {draft.isOutdated && (
        <Conflict
          text={texts.logs.changed}
          isChanged
          read={readNewer}
          onNewer={(newer) => draft.restart(savedIn(newer))}
          onMine={({ id, version }) => {
            draft.replaces({ id, version })
            void submitOnce()
          }}
          className="mb-5"
        />
      )}
      {isGone && (
        <p role="alert" className="mb-5 font-medium text-danger">
          {texts.logs.logGone}
        </p>
      )}
      {draft.restored && <Restored onDiscard={() => (draft.discard(), form.setFocus('review'))} />}
      <LogFields form={form} isNew={log === null} onKeyDown={onKeyDown} />
      {!viewer && <LoginRequired />}
      <DialogActions>
        {log && (
          <RemoveLog
            album={album}
            isOneOfMany={now.listens > 1}
            busy={remove.isPending}
            onRemove={async () => {
              try {
                await remove.mutateAsync({ id: log.id })
                toast.success(texts.logs.removed)
                draft.forget()
                onDone()
              } catch (error) {
                toast.error(errorText(error))
              }
            }}
          />
        )}
        <Button type="submit" variant="primary" busy={isSubmitting} className="min-w-28">
          {isSubmitting ? texts.saving : texts.save}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Returns the current data of the listening that the form started with, even if it is no longer the newest one. */
function useNow(ref: AlbumRef, asked: Asked, begun: AlbumState): AlbumState {
  const { viewer } = useViewer()
  const { data } = trpc.logs.mine.useQuery(begun.log ? { ...ref, id: begun.log.id } : ref, {
    enabled: viewer !== null && asked !== 'again',
    initialData: begun,
    staleTime: fiveMinutes,
  })
  // The cached data is deleted when the session ends; the typed text stays.
  return data ?? begun
}

function Restored({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="mb-5 flex flex-wrap items-baseline gap-x-2 text-sm text-muted">
      <span role="status">{texts.draftRestored}</span>
      <button
        type="button"
        onClick={onDiscard}
        className="tap rounded-sleeve py-1 font-semibold text-accent-ink underline-offset-4 hover:underline"
      >
        {texts.discardDraft}
      </button>
    </p>
  )
}

function LoginRequired() {
  return (
    <p role="alert" className="mt-2 flex items-baseline gap-3">
      <span className="font-medium text-danger">{texts.auth.loginRequired}</span>
      <Link href={paths.login()} state={fromHere()} className={textLink}>
        {texts.login}
      </Link>
    </p>
  )
}
