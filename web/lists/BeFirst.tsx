import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { textLink } from '../ui/Page.tsx'

/** Only text for visitors, who would have to sign in first. */
export function BeFirst() {
  const { viewer } = useViewer()
  if (!viewer) return <p className="text-muted">{texts.lists.beFirst}</p>
  return (
    <Link href={paths.createList()} className={textLink}>
      {texts.lists.beFirst}
    </Link>
  )
}
