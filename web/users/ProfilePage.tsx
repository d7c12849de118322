import { Suspense } from 'react'
import type { PageParams } from '../../shared/pages.ts'
import { texts } from '../../shared/texts.ts'
import { useViewer } from '../auth/viewer.tsx'
import { TopAlbums } from '../favorites/TopAlbums.tsx'
import { InBrowser } from '../lib/facts.tsx'
import { lazyPage } from '../lib/lazyPage.ts'
import { Streaming, useStreaming } from '../spotify/Streaming.tsx'
import { Taste, useTaste } from '../suggestions/Taste.tsx'
import { usePageTitle } from '../ui/Page.tsx'
import { OwnProfile } from './OwnProfile.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'
import { ProfileTabs } from './ProfileTabs.tsx'

const DangerZone = lazyPage(() => import('../account/DangerZone.tsx'), 'accountSettings')
const Listening = lazyPage(() => import('../plays/Listening.tsx'), 'listening')

export default function ProfilePage({ nickname: segment }: PageParams<'profile'>) {
  const nickname = segment.trim().toLowerCase()
  const { viewer } = useViewer()
  usePageTitle(segment)
  if (nickname === '') return <OwnProfile />
  return <Person nickname={nickname} isOwn={viewer?.nickname === nickname} />
}

function Person({ nickname, isOwn }: { nickname: string; isOwn: boolean }) {
  const taste = useTaste(nickname, !isOwn)
  const streaming = useStreaming(nickname, isOwn)
  return (
    <ProfileFrame nickname={nickname} heading={isOwn ? texts.users.mine : texts.users.someones}>
      {({ favoriteAlbums, counts }) => (
        <>
          <InBrowser>
            <Suspense>
              <Listening nickname={nickname} />
            </Suspense>
          </InBrowser>
          <TopAlbums nickname={nickname} albums={favoriteAlbums} isOwner={isOwn} />
          <Taste taste={taste.data} />
          <Streaming nickname={nickname} isOwner={isOwn} streaming={streaming} />
          <div className="mt-12 sm:mt-16">
            <ProfileTabs nickname={nickname} counts={counts} isOwner={isOwn} />
          </div>
          {isOwn && (
            <Suspense>
              <DangerZone />
            </Suspense>
          )}
        </>
      )}
    </ProfileFrame>
  )
}
