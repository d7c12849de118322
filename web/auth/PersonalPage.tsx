import type { ComponentType } from 'react'
import { ReadingPage, usePageTitle } from '../ui/Page.tsx'
import { SignInToView } from './SignInToView.tsx'
import { useViewer } from './viewer.tsx'

type PersonalPageProps = { title: string; Content: ComponentType<{ nickname: string }> }

/** Page for signed-in users; visitors are asked to sign in. */
export function PersonalPage({ title, Content }: PersonalPageProps) {
  usePageTitle(title)
  const { viewer } = useViewer()
  return (
    <ReadingPage heading={title}>
      {/* The key resets all state when another user signs in. */}
      {viewer ? <Content key={viewer.nickname} nickname={viewer.nickname} /> : <SignInToView />}
    </ReadingPage>
  )
}
