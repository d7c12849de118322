import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { setupSteps, type SetupStep } from '../../shared/setupSteps.ts'
import { texts } from '../texts/admin.ts'

type StepProps = {
  step: SetupStep
  /** true if another step was shown before: the heading takes the focus */
  isNext?: boolean
  hint?: string
  children: ReactNode
}

export function Step({ step, isNext = false, hint, children }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (isNext) heading.current!.focus({ preventScroll: true })
  }, [isNext])
  const number = setupSteps.indexOf(step) + 1
  // The last one only ends the setup.
  const count = setupSteps.length - 1
  return (
    <section>
      {number <= count && (
        <p className="mb-1 text-sm text-muted">{texts.admin.setup.step(String(number), String(count))}</p>
      )}
      <h2 ref={heading} tabIndex={-1} className="heading text-xl outline-none">
        {texts.admin.setup.steps[step]}
      </h2>
      {hint && <p className="mt-1 max-w-reading text-muted wrap-anywhere">{hint}</p>}
      <div className="mt-5">{children}</div>
    </section>
  )
}
