/**
 * The push services of browsers (rules/notifications.md#push-services): the server calls no others. A host that begins with a dot stands for all
 * hosts below it.
 */
export const pushServices: Readonly<Record<string, readonly string[]>> = {
  /** Chrome, Edge on Android, Samsung Internet, Opera, Brave. */
  Google: ['fcm.googleapis.com'],
  /** Firefox. */
  Mozilla: ['.push.services.mozilla.com'],
  /** Safari, and every browser of iOS. */
  Apple: ['.push.apple.com'],
  /** Edge on Windows. */
  Microsoft: ['.notify.windows.com'],
}

const hosts = Object.values(pushServices).flat()
/** https on the default port: a host of lower-case labels, and a path without a fragment. */
const plainAddress = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z]+)\/[!-"$-[\]-~]*$/

/** Whether an address that a browser gave is one of a known push service, written so that nobody reads another host in it. */
export function isPushEndpoint(endpoint: string): boolean {
  const [, name = ''] = plainAddress.exec(endpoint) ?? []
  return hosts.some((host) => (host.startsWith('.') ? name.endsWith(host) : name === host))
}
