import { useLocation } from 'wouter'
import { paths } from '../../shared/paths.ts'
import { errorText, trpc } from '../lib/trpc.ts'
import { texts } from '../texts/admin.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { Step } from './Step.tsx'

/** Both links end the setup as well. If that fails, it can still be opened. */
export function ReadyStep() {
  const [, navigate] = useLocation()
  const finish = trpc.setup.finish.useMutation()

  async function end() {
    try {
      await finish.mutateAsync()
      navigate(paths.home())
    } catch (error) {
      toast.error(errorText(error, texts.admin.failed))
    }
  }
  const leave = () => finish.mutate()
  return (
    <Step step="ready" isNext hint={texts.admin.setup.readyHint}>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={finish.isPending} onClick={() => void end()}>
          {texts.admin.setup.finish}
        </Button>
        <ButtonLink href={paths.admin()} onClick={leave}>
          {texts.layout.administration}
        </ButtonLink>
        <ButtonLink href={paths.home()} onClick={leave}>
          {texts.admin.setup.toPlak}
        </ButtonLink>
      </div>
    </Step>
  )
}
