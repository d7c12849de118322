import { Suspense } from 'react'
import { lazyPage } from '../lib/lazyPage.ts'
import { texts } from '../texts/connections.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const ScrobblingSettings = lazyPage(() => import('../plays/ScrobblingSettings.tsx'), 'plays')
const AccessTokens = lazyPage(() => import('../tokens/AccessTokens.tsx'), 'tokens')

const sections: Section[] = [
  {
    id: 'scrobbling',
    title: texts.connections.scrobbling,
    text: texts.connections.scrobblingHint,
    content: (
      <Suspense fallback={<Skeleton className="h-80" />}>
        <ScrobblingSettings />
      </Suspense>
    ),
  },
  {
    id: 'tokens',
    title: texts.connections.tokens,
    text: texts.connections.tokensHint,
    content: (
      <Suspense fallback={<Skeleton className="h-14" />}>
        <AccessTokens label={texts.connections.tokens} />
      </Suspense>
    ),
  },
]

export default function ConnectionSettingsPage() {
  return (
    <SettingsLayout name="connectionSettings">
      <Sections sections={sections} />
    </SettingsLayout>
  )
}
