import { texts } from '../../shared/texts.ts'
import { textLink } from '../ui/Page.tsx'
import { useSignInOptions } from './GoogleButton.tsx'

export function Contact() {
  const contact = useSignInOptions()?.contact
  if (!contact) return null
  const isPage = contact.startsWith('https://')
  return (
    <p className="text-sm text-muted">
      {texts.auth.contact}:{' '}
      <a href={isPage ? contact : `mailto:${contact}`} className={`${textLink} wrap-anywhere`}>
        {isPage ? contact.slice('https://'.length).replace(/\/$/, '') : contact}
      </a>
    </p>
  )
}
