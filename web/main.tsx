/// <reference types="vite/client" />
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { ViewerProvider } from './auth/viewer.tsx'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { beginNavigation } from './layout/navigation.ts'
import './styles.css'
import { queryClient, trpc, trpcClient } from './trpc.ts'

beginNavigation()

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
