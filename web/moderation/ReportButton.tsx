import { Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import type { Reported } from '../../shared/moderation.ts'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { fromHere } from '../auth/from.ts'
import { useViewer } from '../auth/viewer.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { classes } from '../ui/classes.ts'

const ReportDialog = lazyPage(() => import('./ReportDialog.tsx'), 'moderation')

type ReportButtonProps = { thing: Reported; nickname: string; size?: 'sm' | 'md' }

export function ReportButton({ thing, nickname, size = 'sm' }: ReportButtonProps) {
  const { viewer } = useViewer()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  if (viewer?.nickname === nickname) return null
  const begin = () => {
    if (!viewer) return navigate(paths.login(), { state: fromHere() })
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        onClick={begin}
        className={classes(
          'rounded-control px-2 text-muted transition-colors duration-150 hover:text-ink pointer-coarse:h-11',
          size === 'sm' ? 'h-9 text-sm' : 'h-11 px-5 font-semibold hover:bg-sunken',
        )}
      >
        {texts.people.report}
      </button>
      {wasOpened && (
        <Suspense>
          <ReportDialog thing={thing} nickname={nickname} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
