import type { z } from 'zod'
import type { renameTagInput, Tag } from '../../../shared/tags.ts'
import { change, manyRows } from '../../core/change.ts'
import type { Deps } from '../../core/deps.ts'
import { limited, tagRenamings } from '../../core/limits.ts'
import type { SignedIn } from '../../core/trpc.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { lockUser } from '../../users/lock.ts'
import { mergeTags, renameTag } from '../write/renamedTags.ts'
import { findOwnTag } from './queries.ts'

/**
 * If another tag has that name, merges the two and keeps the other tag's spelling. Idempotent. Returns the remaining tag.
 * @throws notFound; conflict if another tag has the name and `merge` was not sent; tooMany
 */
export async function renameOwnTag(
  deps: Deps,
  viewer: SignedIn,
  { tag, name, merge }: z.output<typeof renameTagInput>,
): Promise<Tag> {
  return await limited(deps, viewer, (spend) =>
    change(
      deps,
      async (write) => {
        const { tx } = write
        const owner = await lockUser(tx, viewer.id)
        const [source, target] = [await findOwnTag(tx, viewer.id, tag), await findOwnTag(tx, viewer.id, name)]
        // Already renamed: no listening has the old name.
        if (!source && target) return { name: target.name, count: target.count }
        if (!source) throw notFound('tags.notFound', 'tag')
        const isMerge = target !== null && target.id !== source.id
        if (isMerge && !merge) throw conflict('tags.exists', 'name')
        if (!isMerge && source.name === name) return { name, count: source.count }
        await spend(tagRenamings)
        if (isMerge) await mergeTags(write, owner, { tag: source, into: target })
        else await renameTag(write, owner, { tag: source, name })
        const row = (await findOwnTag(tx, viewer.id, name))!
        return { name: row.name, count: row.count }
      },
      manyRows,
    ),
  )
}
