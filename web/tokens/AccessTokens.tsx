import { useState } from 'react'
import { paths } from '../../shared/paths.ts'
import type { OwnToken } from '../../shared/tokens.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Day } from '../ui/Day.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { textLink } from '../ui/Page.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { SectionPlaceholder } from '../ui/SectionPlaceholder.tsx'
import { toast } from '../ui/toast.ts'
import { CreateToken } from './CreateToken.tsx'

export default function AccessTokens({ label }: { label: string }) {
  const ownTokens = trpc.tokens.mine.useQuery(undefined, { staleTime: 0 })
  const [openDialog, setOpenDialog] = useState<'create' | OwnToken | null>(null)
  const close = () => setOpenDialog(null)
  if (!ownTokens.data) {
    return <SectionPlaceholder query={ownTokens} failed={texts.tokens.failed} className="h-14" />
  }
  const { tokens } = ownTokens.data
  const refetch = () => ownTokens.refetch()
  return (
    <>
      {tokens.length === 0 ? (
        <p className="text-muted">{texts.tokens.none}</p>
      ) : (
        <ul aria-label={label} className="-mt-2 divide-y divide-line">
          {tokens.map((token) => (
            <Token key={token.id} token={token} onRevoke={() => setOpenDialog(token)} />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button aria-haspopup="dialog" onClick={() => setOpenDialog('create')}>
          {texts.tokens.create}
        </Button>
        <a href={paths.api()} className={textLink}>
          {texts.tokens.documentation}
        </a>
      </div>
      {openDialog === 'create' && <CreateToken onClose={close} onCreated={refetch} />}
      {openDialog !== null && openDialog !== 'create' && (
        <RevokeToken token={openDialog} onClose={close} onEnded={refetch} />
      )}
    </>
  )
}

function Token({ token, onRevoke }: { token: OwnToken; onRevoke: () => void }) {
  const { id, name, scopes, lastFour, lastUsedAt, expiresAt } = token
  const [openedAt] = useState(() => new Date())
  const isExpired = expiresAt !== null && new Date(expiresAt) <= openedAt
  return (
    <li className="flex min-h-16 items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p id={`token-${id}`} className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-muted">
          {scopes.map((scope) => texts.tokens[scope]).join(', ')}
          {' · '}…<span className="font-mono">{lastFour}</span>
          {' · '}
          {lastUsedAt === null ? (
            texts.tokens.neverUsed
          ) : (
            <>
              {texts.account.lastUsed} <RelativeTime iso={lastUsedAt} />
            </>
          )}
        </p>
        {expiresAt !== null && (
          <p className={isExpired ? 'text-sm text-danger' : 'text-sm text-muted'}>
            {isExpired ? texts.tokens.expired : texts.tokens.expiresOn} <Day iso={expiresAt} />
          </p>
        )}
      </div>
      <Button size="sm" aria-describedby={`token-${id}`} aria-haspopup="dialog" onClick={onRevoke}>
        {texts.tokens.revoke}
      </Button>
    </li>
  )
}

type RevokeProps = { token: OwnToken; onClose: () => void; onEnded: () => Promise<unknown> }

function RevokeToken({ token: { id, name }, onClose, onEnded }: RevokeProps) {
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess: () => toast.success(texts.tokens.revoked),
    onError: (error) => toast.error(errorText(error)),
    // Also after an error: another tab can have revoked it.
    onSettled: async () => {
      await onEnded()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.tokens.revokeTitle(name)}
      text={texts.tokens.revokeHint}
      verb={texts.tokens.revoke}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id })}
    />
  )
}
