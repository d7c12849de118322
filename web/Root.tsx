import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import type { Facts } from '../shared/facts.ts'
import { App } from './App.tsx'
import { ViewerProvider } from './auth/viewer.tsx'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { FactsProvider } from './lib/facts.tsx'
import { trpc, trpcClient } from './lib/trpc.ts'

type RootProps = {
  facts: Facts
  queryClient: QueryClient
  /** path and query for rendering on the server; the browser uses its URL */
  address?: string
  /** called after hydration */
  onDrawn?: () => void
}

export function Root({ facts, queryClient, address, onDrawn }: RootProps) {
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <StrictMode>
      <FactsProvider value={facts}>
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <ErrorBoundary>
              <ViewerProvider>
                <App address={address} />
              </ViewerProvider>
            </ErrorBoundary>
          </QueryClientProvider>
        </trpc.Provider>
      </FactsProvider>
    </StrictMode>
  )
}
