import { useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { limits } from '../../shared/limits.ts'
import { listFields } from '../../shared/lists.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { newSubmission } from '../lib/submission.ts'
import { refusalText } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { textLink } from '../ui/Page.tsx'
import { useOnce } from '../ui/useOnce.ts'

type CreatedList = { id: number; name: string }
type NewListProps = {
  onCreate: (name: string, submission: string) => Promise<number>
}

export function NewList({ onCreate }: NewListProps) {
  const formId = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [created, setCreated] = useState<CreatedList | null>(null)
  // A retry with the same name must not create a second list.
  const submission = useRef<{ name: string; id: string } | null>(null)

  const create = async () => {
    const checked = listFields.shape.name.safeParse(name)
    if (!checked.success) return setError(checked.error.issues[0]!.message)
    if (submission.current?.name !== checked.data)
      submission.current = { name: checked.data, id: newSubmission() }
    setError(undefined)
    setBusy(true)
    try {
      const id = await onCreate(checked.data, submission.current.id)
      submission.current = null
      setCreated({ id, name: checked.data })
      setName('')
    } catch (failure) {
      setError(refusalText(failure, texts.lists.createFailed))
    }
    setBusy(false)
  }
  const createOnce = useOnce(create)

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void createOnce()
      }}
    >
      <div className="flex items-start gap-3">
        <TextField
          label={texts.lists.newList}
          placeholder={texts.lists.newName}
          autoComplete="off"
          className="min-w-0 flex-1"
          value={name}
          onChange={({ target }) => setName(target.value)}
          readOnly={isBusy}
          length={name.length}
          limit={limits.listName}
          error={error}
        />
        <Button type="submit" busy={isBusy} className="mt-6.5">
          {texts.lists.createNew}
        </Button>
      </div>
      <p role="status" className="text-sm text-muted">
        {created && (
          <>
            {texts.lists.created}:{' '}
            <Link href={paths.list(created.id)} className={textLink}>
              {created.name}
            </Link>
          </>
        )}
      </p>
    </form>
  )
}
