type Subscribed = { options: Pick<PushSubscriptionOptions, 'applicationServerKey'> }
type Change = { oldSubscription: Subscribed | null; newSubscription: Subscribed | null }
type Worker = {
  pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<unknown> }
  tabs: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly { postMessage: (message: unknown) => void }[]>
  }
}

/**
 * The push service has ended a subscription: subscribes again with the same key, unless the browser has done so. The worker cannot call the server as
 * the person, so an open tab does (web/features/notifications/device-notifications.ts), otherwise the app when it is opened next.
 */
export async function renewPush({ oldSubscription, newSubscription }: Change, { pushManager, tabs }: Worker): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey
  if (!newSubscription) {
    // Without the key nothing can be done: the person sees that notifications are off.
    if (!key) return
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  }
  for (const tab of await tabs.matchAll({ type: 'window', includeUncontrolled: true })) tab.postMessage({ type: 'PUSH_RENEWED' })
}
