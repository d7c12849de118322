import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { newSubmission } from '../lib/submission.ts'
import { refusalText, trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { useOnce } from '../ui/useOnce.ts'
import { useForgetLists } from './useForgetLists.ts'

export function CloneList({ id }: { id: number }) {
  const { client } = trpc.useUtils()
  const [, navigate] = useLocation()
  const forget = useForgetLists()
  const [isBusy, setBusy] = useState(false)
  // A retry after a lost response must not create a second copy.
  const submission = useRef<string | null>(null)

  const clone = useOnce(async () => {
    setBusy(true)
    submission.current ??= newSubmission()
    try {
      const created = await client.lists.clone.mutate({ id, submission: submission.current })
      submission.current = null
      forget(created.id)
      toast.success(texts.lists.cloned)
      navigate(paths.list(created.id))
    } catch (error) {
      toast.error(refusalText(error, texts.lists.cloneFailed))
    }
    setBusy(false)
  })
  return (
    <Button variant="plain" busy={isBusy} onClick={() => void clone()}>
      <Copy size={18} aria-hidden="true" />
      {texts.lists.clone}
    </Button>
  )
}
