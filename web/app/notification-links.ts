import type { AnyRouter } from '@tanstack/react-router'

/** A click on a notification of the device: the service worker asks an open tab to show its page (web/service-worker/open-link.ts). */
export function followNotificationLinks({ history }: Pick<AnyRouter, 'history'>): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown; path?: unknown } | null>) => {
    if (data?.type === 'OPEN_PAGE' && typeof data.path === 'string') history.push(data.path)
  })
}
