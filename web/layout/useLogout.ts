import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { useViewer } from '../auth/viewer.tsx'
import { forgetDrafts } from '../lib/onDevice.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { forgetPush } from '../notifications/forgetPush.ts'
import { forgetWaiting } from '../offline/submit.ts'
import { askLogout } from '../offline/waitingList.ts'
import { toast } from '../ui/toast.ts'

export function useLogout(): () => void {
  const { viewer, changeViewer } = useViewer()
  const [, navigate] = useLocation()
  const logout = trpc.auth.logout.useMutation({
    onSuccess: async () => {
      forgetPush()
      await forgetWaiting()
      await changeViewer(null)
      // After the forms are unmounted, because unmounting stores their last input.
      forgetDrafts()
      navigate(paths.login())
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return () => void askLogout(viewer?.nickname ?? null, () => logout.mutate())
}
