import { afterAll, beforeAll, expect, test } from 'vitest'
import { countriesCall } from '#domain/features/settings/countries.ts'
import { privacyPolicyCall } from '#domain/features/settings/privacy-policy.ts'
import { privacyPreviewCall } from '#domain/features/settings/privacy-preview.ts'
import { publicHolidaysCall } from '#domain/features/settings/public-holidays.ts'
import { midnightOf } from '#domain/values/time/time.ts'
import { saveSetting } from '#server/platform/settings/settings.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let driver: Person
let admin: Person

beforeAll(async () => {
  server = await startTestServer()
  driver = await server.person(['kuljettaja'])
  admin = await server.person(['yllapito'])
})
afterAll(() => server.close())

const holidays = (query: Record<string, string>) => driver.call('GET', `/api/pyhapaivat?${new URLSearchParams(query)}`)
const year = { min: String(midnightOf('2026-01-01')), max: String(midnightOf('2026-12-31')) }

test('countries are a map from code to name and dial code', async () => {
  const answer = await driver.call('GET', '/api/countries/list?_format=json')
  expect(answer.status, answer.text).toBe(200)
  expect(countriesCall.output.parse(answer.body)).toMatchObject({ FI: { name: 'Suomi', dialcode: '358' } })
  expect((await driver.call('GET', '/api/countries/list?maa=FI')).status).toBe(400)
})

test('public holidays are days, or objects with the requested fields', async () => {
  const simple = publicHolidaysCall.output.parse((await holidays(year)).body)
  expect(simple.meta.count).toBe(13)
  expect(simple.data).toContain(midnightOf('2026-06-20'))
  const named = publicHolidaysCall.output.parse((await holidays({ ...year, simple: 'false', fields: 'paiva,name' })).body)
  expect(named.data).toContainEqual({ paiva: midnightOf('2026-12-06'), name: 'Itsenäisyyspäivä' })
  const whole = publicHolidaysCall.output.parse((await holidays({ ...year, simple: '0' })).body)
  expect(whole.data[0]).toEqual({ paiva: midnightOf('2026-01-01'), date: '2026-01-01', name: 'Uudenvuodenpäivä' })
  // Two on one day are one day.
  const vappu = String(midnightOf('2008-05-01'))
  expect((await holidays({ min: vappu, max: vappu })).body).toEqual({ data: [midnightOf('2008-05-01')], meta: { count: 1 } })
})

test.each([
  [{}, 'min'],
  [{ min: year.min }, 'max'],
  [{ min: 'eilen', max: year.max }, 'min'],
  [{ min: '1.5', max: year.max }, 'min'],
  [{ min: year.max, max: year.min }, 'max'],
  [{ min: '1000', max: year.max }, 'min'],
  [{ ...year, max: '99999999999' }, 'max'],
  [{ min: String(midnightOf('2000-01-01')), max: year.max }, 'max'],
  [{ ...year, fields: 'name,vid' }, 'fields.1'],
  [{ ...year, simple: 'ehkä' }, 'simple'],
  [{ ...year, maa: 'SE' }, 'maa'],
] as [Record<string, string>, string][])('refuses holidays asked with %j', async (query, field) => {
  const answer = await holidays(query)
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body.errors[0]).toEqual({ field, message: expect.stringMatching(/\.$/) })
})

test('the privacy policy is empty until one is set, and then clean HTML for anybody', async () => {
  const none = await server.call('GET', '/api/tietosuojaseloste?_format=json')
  expect(none.status, none.text).toBe(200)
  expect(privacyPolicyCall.output.parse(none.body)).toEqual({ html: '' })

  const written = `<h1>Seloste</h1><p onclick="x()" style="color:red">Säilytämme <b>tilauksesi</b>.</p>
    <script>alert(1)</script><img src="https://muu.test/x.png"><a href="javascript:alert(1)">a</a><a href="mailto:tuki@yritys.fi">b</a>`
  await saveSetting(server.pool, 'tietosuojaseloste', written, { now: server.clock.now, kayttaja: null })
  server.clock.now += 5
  const { html } = privacyPolicyCall.output.parse((await server.call('GET', '/api/tietosuojaseloste')).body)
  expect(html).toContain('<h2>Seloste</h2><p>Säilytämme <b>tilauksesi</b>.</p>')
  expect(html).toContain('<a href="mailto:tuki@yritys.fi" rel="noopener noreferrer">b</a>')
  expect(html).not.toMatch(/script|alert|onclick|style|img/)
})

/** What can run or load something, or hide that it does. */
const dangerous = [
  '<script>window.vaara=1</script>',
  '<script src="https://muu.test/vaara.js"></script>',
  '<p onclick="vaara()" onmouseover=vaara()>teksti</p>',
  '<svg onload=vaara()><circle r=1></svg>',
  '<img src=x onerror=vaara()>',
  '<a href="javascript:vaara()">linkki</a>',
  '<a href="JaVa&#10;ScRiPt:vaara()">linkki</a>',
  '<a href=" &#x6A;avascript:vaara()">linkki</a>',
  '<a href="data:text/html,<b>vaara</b>">linkki</a>',
  '<a href="vbscript:vaara()">linkki</a>',
  '<a href="//muu.test/vaara">linkki</a>',
  '<style>body{background:url(https://muu.test/vaara)}</style>',
  '<p style="background:url(https://muu.test/vaara)">teksti</p>',
  '<iframe src="https://muu.test/vaara"></iframe>',
  '<iframe srcdoc="<script>vaara()</script>"></iframe>',
  '<object data="https://muu.test/vaara"></object><embed src="https://muu.test/vaara">',
  '<base href="https://muu.test/vaara/"><meta http-equiv=refresh content="0;url=https://muu.test/vaara">',
  '<form action="https://muu.test/vaara"><input name=vaara><button formaction="https://muu.test/vaara">x</button></form>',
  '<noscript><p title="</noscript><img src=x onerror=vaara()>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=vaara()&gt;">',
  '<template><script>vaara()</script></template>',
  '<textarea><script>vaara()</script></textarea>',
  '<p id="root" class="vaara" data-vaara="1" name="vaara">teksti</p>',
]

test.each(dangerous)('nothing of %s is left in the policy', async (html) => {
  const answer = await admin.call('POST', '/api/tietosuojaseloste', { operation: 'esikatsele', html: `<p>Alku</p>${html}<p>Loppu</p>` })
  expect(answer.status, answer.text).toBe(200)
  const { html: clean } = privacyPreviewCall.output.parse(answer.body)
  expect(clean).toContain('<p>Alku</p>')
  expect(clean).not.toMatch(/<(?!\/?(?:p|a|b|table|tbody|tr|td)\b)/i)
  expect(clean).not.toMatch(/\son\w+=|javascript:|vbscript:|data:|style=|src=|srcdoc|href="\/\/|id=|class=/i)
})

test('headings, lists, tables and links of a policy stay, and a preview stores nothing', async () => {
  const html =
    '<h2>Mitä</h2><ul><li>nimi</li></ul><table><tr><th scope="col">Tieto</th><td colspan="2">Aika</td></tr></table><p><a href="https://yritys.test">sivut</a></p>'
  const { body } = await admin.call('POST', '/api/tietosuojaseloste', { operation: 'esikatsele', html })
  for (const part of [
    '<h2>Mitä</h2>',
    '<li>nimi</li>',
    '<th scope="col">Tieto</th>',
    '<td colspan="2">',
    '<a href="https://yritys.test" rel="noopener noreferrer">',
  ])
    expect(body.html).toContain(part)
  expect((await server.call('GET', '/api/tietosuojaseloste')).body.html).not.toContain('Mitä')
  const long = await admin.call('POST', '/api/tietosuojaseloste', { operation: 'esikatsele', html: 'x'.repeat(200_001) })
  expect([long.status, long.body.errors[0]]).toEqual([422, { field: 'html', message: 'Tekstin enimmäispituus on 200000 merkkiä.' }])
})

test('a setting that its definition does not accept is refused, and an invalid one from an older version counts as not set', async () => {
  const set = (input: unknown) => saveSetting(server.pool, 'tietosuojaseloste', input, { now: server.clock.now, kayttaja: null })
  await expect(set('x'.repeat(200_001))).rejects.toThrow('Tekstin enimmäispituus on 200000 merkkiä.')
  await expect(set(7)).rejects.toThrow('Anna teksti.')
  await server.pool.query(`UPDATE asetus SET arvo = '7' WHERE avain = 'tietosuojaseloste'`)
  await server.pool.query(`INSERT INTO asetus (avain, arvo, muutettu) VALUES ('poistunut', '1', 0)`)
  server.clock.now += 5
  expect((await server.call('GET', '/api/tietosuojaseloste')).body).toEqual({ html: '' })
})
