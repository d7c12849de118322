import { useState } from 'react'
import { useLocation } from 'wouter'
import { debounce, limits } from '../../shared/limits.ts'
import { paths } from '../../shared/paths.ts'
import { tagName } from '../../shared/tagKey.ts'
import type { Tag } from '../../shared/tags.ts'
import { texts } from '../../shared/texts.ts'
import { errorText, isConflict, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { toast } from '../ui/toast.ts'
import { useDebounced } from '../ui/useDebounced.ts'
import { useOnce } from '../ui/useOnce.ts'

type RenameTagProps = { nickname: string; tag: Tag }

/** A name that another tag already has merges both. */
export function RenameTag(props: RenameTagProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {texts.tags.rename}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={texts.tags.rename} width="narrow">
        {open && <RenameForm {...props} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function RenameForm({ nickname, tag, onClose }: RenameTagProps & { onClose: () => void }) {
  const [text, setText] = useState(tag.name)
  const [error, setError] = useState<string>()
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const name = tagName(text)
  const debouncedName = useDebounced(name, debounce.search)
  const isNameable = debouncedName !== '' && debouncedName.length <= limits.tag
  const renaming = trpc.tags.renaming.useQuery(
    { tag: tag.name, name: debouncedName },
    { enabled: isNameable },
  )
  const rename = trpc.tags.rename.useMutation()
  // Merge only if the loaded answer is for exactly this name.
  const mergeTarget = debouncedName === name ? (renaming.data?.into ?? null) : null
  const count = renaming.data?.tag.count ?? tag.count

  const submit = async () => {
    if (name === '') return setError(texts.tags.nameMissing)
    if (name.length > limits.tag) return setError(texts.tooLong(limits.tag))
    setError(undefined)
    try {
      const newTag = await rename.mutateAsync({ tag: tag.name, name, merge: mergeTarget !== null })
      toast.success(mergeTarget ? texts.tags.merged : texts.tags.renamed)
      await Promise.all([utils.logs.invalidate(), utils.activity.invalidate()])
      onClose()
      navigate(paths.tag(nickname, newTag.name), { replace: true })
      await utils.tags.invalidate()
    } catch (failure) {
      setError(errorText(failure))
      // A tag with that name was created since, or was not looked up yet: load and show the consequence first.
      if (isConflict(failure)) await renaming.refetch()
    }
  }
  const submitOnce = useOnce(submit)

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submitOnce()
      }}
    >
      <TextField
        label={texts.tags.newName}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setError(undefined)
        }}
        length={text.length}
        limit={limits.tag}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
      />
      <p role="status" className="mt-2">
        {mergeTarget
          ? texts.tags.merges(mergeTarget.name, count, mergeTarget.count)
          : texts.tags.renames(count)}
      </p>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={rename.isPending}>
          {texts.tags.rename}
        </Button>
      </DialogActions>
    </form>
  )
}
