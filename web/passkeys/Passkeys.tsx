import { useState } from 'react'
import type { OwnPasskey } from '../../shared/passkeys.ts'
import { texts } from '../../shared/texts.ts'
import type { Means } from '../auth/ProofButtons.tsx'
import { trpc } from '../lib/trpc.ts'
import { Button } from '../ui/Button.tsx'
import { Day } from '../ui/Day.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { AddPasskey, RemovePasskey } from './PasskeyDialogs.tsx'

type PasskeysProps = Omit<Means, 'hasPasskeys'>

export default function Passkeys(props: PasskeysProps) {
  const ownPasskeys = trpc.passkeys.mine.useQuery(undefined, { staleTime: 0 })
  const [openDialog, setOpenDialog] = useState<'add' | OwnPasskey | null>(null)
  if (!ownPasskeys.data) {
    return <SectionPlaceholder query={ownPasskeys} failed={texts.passkeys.failed} className="h-14" />
  }
  const { passkeys, device } = ownPasskeys.data
  const dialog = {
    means: { ...props, hasPasskeys: passkeys.length > 0 },
    onClose: () => setOpenDialog(null),
    onDone: () => ownPasskeys.refetch(),
  }
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="text-muted">{texts.passkeys.none}</p>
      ) : (
        <ul aria-label={texts.passkeys.title} className="-mt-2 divide-y divide-line">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onRemove={() => setOpenDialog(passkey)} />
          ))}
        </ul>
      )}
      <Button className="mt-5" aria-haspopup="dialog" onClick={() => setOpenDialog('add')}>
        {texts.passkeys.add}
      </Button>
      {openDialog === 'add' && <AddPasskey {...dialog} device={device} />}
      {openDialog !== null && openDialog !== 'add' && <RemovePasskey {...dialog} passkey={openDialog} />}
    </>
  )
}

function Passkey({ passkey, onRemove }: { passkey: OwnPasskey; onRemove: () => void }) {
  const { id, name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex min-h-16 items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p id={`passkey-${id}`} className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">
          {texts.passkeys.made} <Day iso={createdAt} />
          {' · '}
          {lastUsedAt === null ? (
            texts.passkeys.neverUsed
          ) : (
            <>
              {texts.account.lastUsed} <RelativeTime iso={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="sm" aria-describedby={`passkey-${id}`} aria-haspopup="dialog" onClick={onRemove}>
        {texts.passkeys.remove}
      </Button>
    </li>
  )
}
