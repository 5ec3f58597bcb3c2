import { describe, expect, test, vi } from 'vitest'
import { fetchAheadUrls } from './app-files.ts'
import { openLink } from './open-link.ts'
import { readPush } from './read-push.ts'
import { renewPush } from './renew-push.ts'

describe('a push message', () => {
  test('is shown as the server wrote it', () => {
    const message = { title: 'Uusi tilaus', body: 'Uusi tilaus T-1: Pirkan Putki Oy', link: '/tilaus/1', tag: 'a' }
    expect(readPush(JSON.stringify(message))).toEqual(message)
  })
  test.each(['', 'ei JSONia', 'null', '[]', '{"title": 1}', '"teksti"'])('that cannot be read (%j) is shown as something new', (text) => {
    expect(readPush(text)).toEqual({ title: 'Kuorma', body: 'Uusi ilmoitus', link: '/', tag: 'kuorma' })
  })
})

describe('a subscription that the push service has ended', () => {
  const options = { userVisibleOnly: true, applicationServerKey: Uint8Array.of(4, 5).buffer }
  const ended = { options }
  const worker = () => {
    const tab = { postMessage: vi.fn() }
    return { tab, pushManager: { subscribe: vi.fn(async () => ended) }, tabs: { matchAll: async () => [tab] } }
  }
  const renewed = [[{ type: 'PUSH_RENEWED' }]]

  test('is replaced with the same key, and the open tabs tell the server', async () => {
    const { tab, ...parts } = worker()
    await renewPush({ oldSubscription: ended, newSubscription: null }, parts)
    expect(parts.pushManager.subscribe.mock.calls).toEqual([[options]])
    expect(tab.postMessage.mock.calls).toEqual(renewed)
  })
  test('is not replaced twice when the browser has done so', async () => {
    const { tab, ...parts } = worker()
    await renewPush({ oldSubscription: null, newSubscription: ended }, parts)
    expect(parts.pushManager.subscribe).not.toHaveBeenCalled()
    expect(tab.postMessage.mock.calls).toEqual(renewed)
  })
  test('stays ended when its key is unknown', async () => {
    const { tab, ...parts } = worker()
    await renewPush({ oldSubscription: null, newSubscription: null }, parts)
    expect([parts.pushManager.subscribe.mock.calls, tab.postMessage.mock.calls]).toEqual([[], []])
  })
})

describe('a request to store files ahead', () => {
  const origin = 'https://kuorma.test'
  test('names files of the build', () => {
    expect(fetchAheadUrls({ type: 'FETCH_AHEAD', urls: ['/assets/a.wasm', `${origin}/assets/b.js`] }, origin)).toEqual([
      `${origin}/assets/a.wasm`,
      `${origin}/assets/b.js`,
    ])
  })
  test.each([
    null,
    'FETCH_AHEAD',
    { type: 'SKIP_WAITING', urls: ['/assets/a.js'] },
    { type: 'FETCH_AHEAD' },
    {
      type: 'FETCH_AHEAD',
      urls: ['https://evil.example/assets/a.js', '//evil.example/assets/a.js', '/api/kuva', '/assets/../api/kuva', 7, 'https://'],
    },
  ])('with %j stores nothing', (data) => {
    expect(fetchAheadUrls(data, origin)).toEqual([])
  })
})

describe('a click', () => {
  const origin = 'https://kuorma.test'
  const tabAt = (path: string) => ({ url: origin + path, focus: vi.fn(async () => undefined), postMessage: vi.fn() })
  async function click(link: unknown, open: ReturnType<typeof tabAt>[]) {
    const openWindow = vi.fn(async () => undefined)
    await openLink({ matchAll: async () => open, openWindow }, link, origin)
    return openWindow
  }

  test('goes to the page in a tab that is open', async () => {
    const [tracking, tab] = [tabAt('/seuranta#x'), tabAt('/tilaukset')]
    const openWindow = await click('/tilaus/1', [tracking, tab])
    expect(tab.focus).toHaveBeenCalledOnce()
    expect(tab.postMessage.mock.calls).toEqual([[{ type: 'OPEN_PAGE', path: '/tilaus/1' }]])
    expect([openWindow.mock.calls, tracking.focus.mock.calls]).toEqual([[], []])
  })
  test('opens a tab when none is open', async () => {
    expect((await click('/tilaus/1?a=b', [tabAt('/seuranta')])).mock.calls).toEqual([[`${origin}/tilaus/1?a=b`]])
  })
  test.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', undefined, 7, 'https://'])(
    'on %j leads nowhere else',
    async (link) => {
      expect((await click(link, [])).mock.calls).toEqual([[`${origin}/`]])
    },
  )
})
