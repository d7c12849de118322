import { Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'

/** Redirects '/profile', and a profile without a nickname, to the viewer's profile; a visitor to the login. */
export function OwnProfile() {
  const { viewer } = useViewer()
  if (viewer) return <Redirect to={paths.profile(viewer.nickname)} replace />
  return <Redirect to={paths.login()} state={{ from: paths.ownProfile() }} replace />
}
