import { isolateTexts } from '../../shared/isolated.ts'
import type { Language } from '../../shared/preferences.ts'
import { texts, type FirstTexts } from '../../shared/texts.ts'
import type { PageTexts } from '../../shared/texts/pageTexts.ts'

const files = import.meta.glob<Partial<PageTexts>>(
  '../../shared/texts/{default,english,turkish}/{accountSettings,admin,arriving,connections,imports,listening,moderation,pictures,plays,push,spotify,stats,taste,tokens,waiting}.ts',
)
const folders: Record<Language, string> = { default: 'default', en: 'english', tr: 'turkish' }
const loadedTexts: Partial<PageTexts> = {}

/** English has only files of groups that differ from the default. */
export async function loadTexts(group: keyof PageTexts): Promise<void> {
  if (loadedTexts[group]) return
  const fileIn = (folder: string) => files[`../../shared/texts/${folder}/${group}.ts`]
  const load = fileIn(folders[texts.language]) ?? fileIn(folders.default)
  Object.assign(loadedTexts, isolateTexts(await load!()))
}

/** @throws if the page or dialog that uses the group does not name it in `lazyPage`, which loads it first */
export function textsWith<Group extends keyof PageTexts>(group: Group): FirstTexts & Pick<PageTexts, Group> {
  if (!loadedTexts[group]) throw new Error(`The texts of '${group}' are not loaded (web/lib/lazyPage.ts)`)
  return { ...texts, ...(loadedTexts as Pick<PageTexts, Group>) }
}
