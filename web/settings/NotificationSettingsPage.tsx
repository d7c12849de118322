import { lazy, Suspense } from 'react'
import { texts } from '../../shared/texts.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Sections, SettingsLayout, type Section } from './SettingsLayout.tsx'

const NotificationSettings = lazy(() => import('../notifications/NotificationSettings.tsx'))

const sections: Section[] = [
  {
    id: 'notifications',
    title: texts.notifications.title,
    text: texts.notifications.settingsHint,
    content: (
      <Suspense fallback={<Skeleton className="h-125" />}>
        <NotificationSettings />
      </Suspense>
    ),
  },
]

export default function NotificationSettingsPage() {
  return (
    <SettingsLayout name="notificationSettings">
      <Sections sections={sections} />
    </SettingsLayout>
  )
}
