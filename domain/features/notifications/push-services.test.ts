import { describe, expect, test } from 'vitest'
import { isPushEndpoint } from './push-services.ts'

describe('a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:APA91b-_x',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d%3d',
  ])('%s is known', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(true))

  test.each([
    '',
    'fcm.googleapis.com',
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com:443/a',
    'https://fcm.googleapis.com./a',
    'https://user@fcm.googleapis.com/a',
    'https://fcm.googleapis.com@127.0.0.1/a',
    'https://fcm.googleapis.com/a#b',
    'https://fcm.googleapis.com/a#',
    'https://evil.fcm.googleapis.com/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilfcm.googleapis.com/a',
    'https://push.apple.com/a',
    'https://evilpush.apple.com/a',
    'https://.push.apple.com.example/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://localhost/a',
    'https://FCM.googleapis.com/a',
    ' https://fcm.googleapis.com/a',
    'https://fcm.googleapis.com\\@127.0.0.1/a',
    'https://fcm.goo\tgleapis.com/a',
    'https://fcm.googleapis.com',
    'ftp://web.push.apple.com/a',
    'javascript:alert(1)//.push.apple.com',
  ])('%j is not', (endpoint) => expect(isPushEndpoint(endpoint)).toBe(false))
})
