import type { Deps } from '../deps.ts'
import type { Tx } from '../lib/db.ts'
import type { Emit } from '../live/change.ts'
import { notify } from './notify.ts'
import { about } from './rows.ts'
import { forgetOther } from './takeBack.ts'

/** Tells a person that their import is done, with the number of albums that it wrote. */
export const notifyOfImport = (
  tx: Tx,
  emit: Emit,
  deps: Pick<Deps, 'now' | 'mailer'>,
  { userId, importId, albums }: { userId: number; importId: number; albums: number },
): Promise<void> =>
  notify(tx, emit, deps, [
    {
      to: userId,
      kind: 'importDone',
      actorId: null,
      about: about.other('import', importId),
      detail: { imported: albums },
    },
  ])

/** Ends that: the import was undone. */
export const takeBackImport = (
  tx: Tx,
  emit: Emit,
  { userId, importId }: { userId: number; importId: number },
): Promise<void> => forgetOther(tx, emit, about.other('import', importId), [userId])
