import { Component, type ReactNode } from 'react'
import { paths } from '../../shared/paths.ts'
import { texts } from '../../shared/texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Record } from '../ui/Record.tsx'

type Props = { children: ReactNode }

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          icon={<Record className="size-28" />}
          text={texts.error}
          action={
            <div className="flex gap-3">
              <Button variant="primary" onClick={() => location.reload()}>
                {texts.layout.reload}
              </Button>
              {/* Loads a new document, because the current one may be broken. */}
              <Button onClick={() => location.assign(paths.home())}>{texts.toHome}</Button>
            </div>
          }
        />
      </div>
    )
  }
}
