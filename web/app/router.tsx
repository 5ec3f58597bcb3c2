import { createRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '../ui/loading/load-part.ts'
import { SectionSkeleton } from '../ui/states.tsx'
import { Broken } from './broken.tsx'
import { routes } from './routes.ts'
import { root } from './screen.ts'

const UnknownAddress = lazyPart(
  () => import('./unknown-address.tsx'),
  (part) => part.UnknownAddress,
)

const Pending = () => (
  <div style={{ padding: 24 }}>
    <SectionSkeleton lines={6} />
  </div>
)

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultPendingComponent: Pending,
  defaultNotFoundComponent: () => (
    <Suspense fallback={<Pending />}>
      <UnknownAddress />
    </Suspense>
  ),
  defaultErrorComponent: Broken,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const params = new URLSearchParams()
    for (const [name, value] of Object.entries(search)) if (value !== undefined && value !== '') params.set(name, String(value))
    const text = params.toString()
    return text ? `?${text}` : ''
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
