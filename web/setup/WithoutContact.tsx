import { Link } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { texts } from '../texts/admin.ts'
import { textLink } from '../ui/Page.tsx'

export const WithoutContact = () => (
  <p className="mb-4 text-muted">
    {texts.admin.setup.contactMissing}{' '}
    <Link href={paths.setupStep('contact')} className={textLink}>
      {texts.admin.setup.toContact}
    </Link>
  </p>
)
