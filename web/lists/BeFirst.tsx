import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { textLink } from '../ui/Page.tsx'

/** What stands under 'No lists created yet': a link to create one, for visitors the text alone, since that needs a sign-in. */
export function BeFirst() {
  const { viewer } = useViewer()
  if (!viewer) return <p className="text-muted">{texts.lists.beFirst}</p>
  return (
    <Link href={paths.createList()} className={textLink}>
      {texts.lists.beFirst}
    </Link>
  )
}
