import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ViewerProvider } from './auth/viewer.tsx'
import { takeFirstData } from './firstData.ts'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { beginNavigation } from './layout/navigation.ts'
import { beginPrefetch } from './layout/prefetch.ts'
import { beginOffline } from './offline/begin.ts'
import { beginTheme } from './preferences/theme.ts'
import { queryClient, trpc, trpcClient } from './trpc.ts'

beginTheme()
beginNavigation()
takeFirstData(queryClient)
beginPrefetch()
await beginOffline()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <ViewerProvider>
            <App />
          </ViewerProvider>
        </ErrorBoundary>
      </QueryClientProvider>
    </trpc.Provider>
  </StrictMode>,
)
