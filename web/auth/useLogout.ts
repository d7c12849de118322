import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { forgetDrafts } from '../lib/onDevice.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { toast } from '../ui/toast.ts'
import { useViewer } from './viewer.tsx'

/** Logs out and goes to the login page; none of the person's data stays on the device. */
export function useLogout(): () => void {
  const { changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const logout = trpc.auth.logout.useMutation({
    onSuccess: async () => {
      await changeViewer(null)
      // After the forms are gone, which keep what was typed last.
      forgetDrafts()
      navigate(paths.login())
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return () => logout.mutate()
}
