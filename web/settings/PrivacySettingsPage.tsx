import { lazy, Suspense } from 'react'
import { texts } from '../texts/arriving.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const VisibilitySettings = lazy(() => import('../visibility/VisibilitySettings.tsx'))
const SuggestionSettings = lazy(() => import('../suggestions/SuggestionSettings.tsx'))
const BlockedAndMuted = lazy(() => import('../people/BlockedAndMuted.tsx'))

const sections: Section[] = [
  {
    id: 'visibility',
    title: texts.visibility.title,
    text: texts.visibility.hint,
    content: (
      <Suspense fallback={<Skeleton className="h-28" />}>
        <VisibilitySettings />
      </Suspense>
    ),
  },
  {
    id: 'blocked',
    title: texts.people.blockedAndMuted,
    text: texts.people.blockedAndMutedHint,
    content: (
      <Suspense fallback={<Skeleton className="h-14" />}>
        <BlockedAndMuted />
      </Suspense>
    ),
  },
  {
    id: 'suggestions',
    title: texts.arriving.suggestions,
    text: texts.arriving.suggestionsHint,
    content: (
      <Suspense fallback={<Skeleton className="h-28" />}>
        <SuggestionSettings />
      </Suspense>
    ),
  },
]

export default function PrivacySettingsPage() {
  return (
    <SettingsLayout name="privacySettings">
      <Sections sections={sections} />
    </SettingsLayout>
  )
}
