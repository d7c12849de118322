import { Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'

/** '/profile', and a profile without a nickname, is the viewer's own; a visitor logs in first. */
export function OwnProfile() {
  const { viewer } = useViewer()
  if (viewer) return <Redirect to={paths.profile(viewer.nickname)} replace />
  return <Redirect to={paths.login()} state={{ from: paths.ownProfile() }} replace />
}
