import type { Write } from '../core/change.ts'
import { notify } from './notify.ts'
import { about } from './rows.ts'
import { forgetOther } from './takeBack.ts'

/** Notifies a user that their import is done, with the number of imported albums. */
export const notifyOfImport = (
  write: Write,
  { userId, importId, albums }: { userId: number; importId: number; albums: number },
): Promise<void> =>
  notify(write, [
    {
      to: userId,
      kind: 'importDone',
      actorId: null,
      about: about.other('import', importId),
      detail: { imported: albums },
    },
  ])

/** Withdraws that notification after the import was undone. */
export const takeBackImport = (
  write: Write,
  { userId, importId }: { userId: number; importId: number },
): Promise<void> => forgetOther(write, about.other('import', importId), [userId])
