import { lazy, Suspense, useState } from 'react'
import { texts } from '../texts/accountSettings.ts'
import { Button } from '../ui/Button.tsx'

const DeleteAccount = lazy(() => import('./DeleteAccount.tsx'))

export default function DangerZone() {
  const [open, setOpen] = useState(false)
  return (
    <section className="mt-16 border-t border-line pt-8 sm:mt-24">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div>
          <h2 className="heading text-xl text-danger">{texts.accountSettings.dangerZone}</h2>
          <p className="mt-1 max-w-reading text-muted">{texts.accountSettings.deleteHint}</p>
        </div>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {texts.accountSettings.deleteAccount}
        </Button>
      </div>
      {open && (
        <Suspense>
          <DeleteAccount onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}
