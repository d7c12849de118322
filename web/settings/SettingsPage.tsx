import { Redirect } from 'wouter'
import { paths } from '../../shared/paths.ts'

/** Redirects to the first page of the settings. */
export default function SettingsPage() {
  return <Redirect to={paths.accountSettings() + location.search + location.hash} replace />
}
