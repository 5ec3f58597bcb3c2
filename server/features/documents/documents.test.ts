import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailWriters } from '#server/mail-writers.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import type { MailContext } from '#server/platform/mail/send-mail.ts'
import { uploadFile } from '#server/testing/deliveries.ts'
import { readPdfText } from '#server/testing/read-pdf.ts'
import { sampleSignature } from '#server/testing/sample-order.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let admin: Person
let driver: Person
let colleague: Person
let mechanic: Person
let customer: Person
beforeAll(async () => {
  server = await startTestServer()
  // The queries compare with the database's clock.
  server.clock.now = Math.floor(Date.now() / 1000)
  admin = await server.person(['yllapito'])
  driver = await server.person(['kuljettaja'])
  colleague = await server.person(['kuljettaja'])
  mechanic = await server.person(['huolto'])
  customer = await server.person(['asiakas'], await server.customer())
})
afterAll(() => server.close())

async function create(values: Record<string, unknown> = {}): Promise<string> {
  const answer = await admin.call('POST', '/api/dokumentit', { operation: 'create', name: 'Ajo-ohje', roolit: ['kuljettaja'], ...values })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.results[0].id
}
const uploadTo = async (who: Person, field: string) =>
  (await uploadFile(who, sampleSignature(), 'kuva.png', {}, field)).body.data.id as string

async function acknowledge(who: Person, dokumentti: string, { versio = 1, isSigned = true } = {}) {
  const kuittaus = isSigned ? await uploadTo(who, 'dokumentti_kuittaus/dokumentti_kuittaus/kuittaus') : null
  return who.call('POST', '/jsonapi/dokumentti_kuittaus/dokumentti_kuittaus', {
    data: {
      type: 'dokumentti_kuittaus--dokumentti_kuittaus',
      attributes: { nimenselvennys: 'Kalle Kuljettaja', ...(versio === 0 ? {} : { versio }) },
      relationships: {
        dokumentti: { data: { type: 'dokumentti--dokumentti', id: dokumentti } },
        ...(kuittaus === null ? {} : { kuittaus: { data: { type: 'file--file', id: kuittaus } } }),
      },
    },
  })
}
async function renew(id: string) {
  const file = await uploadTo(admin, 'dokumentti/dokumentti/tiedostot')
  const answer = await admin.call('PATCH', `/jsonapi/dokumentti/dokumentti/${id}`, {
    data: { type: 'dokumentti--dokumentti', id, relationships: { tiedostot: { data: [{ type: 'file--file', id: file }] } } },
  })
  expect(answer.status, answer.text).toBe(200)
}
const summaryOf = async (id: string) => (await admin.call('GET', `/api/dokumentti_yhteenveto?id=${id}`)).body
const listedTo = async (who: Person, query = '') => (await who.call('GET', `/api/dokumentit${query}`)).body.data
const remind = (id: string, who = admin) => who.call('POST', '/api/dokumentit', { operation: 'muistuta', id })
const bellOf = async (who: Person) =>
  (await who.call('GET', '/api/notifications')).body.data as { laji: string; kohde: string; message: string }[]
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a document is for its roles and the named people, and each sees whether they have acknowledged it', async () => {
  const tiedosto = await uploadTo(admin, 'dokumentti/dokumentti/tiedostot')
  const id = await create({ henkilot: [mechanic.id], tiedostot: [tiedosto], kuvaus: 'Lue huolella.' })
  const [listed] = await listedTo(driver)
  expect(listed).toMatchObject({ id, name: 'Ajo-ohje', kuvaus: 'Lue huolella.', versio: 1, tiedostoja: 1, minulle: true, kuitattu: 0 })
  expect(listed).toMatchObject({ vastaanottajia: null, kuittaneita: null })
  expect((await listedTo(admin))[0]).toMatchObject({ id, minulle: false, vastaanottajia: 3, kuittaneita: 0 })
  expect(ids(await listedTo(mechanic))).toContain(id)
  const other = await create({ henkilot: [mechanic.id] })
  expect(ids(await listedTo(mechanic, `?ids=${id}`))).toEqual([id])
  expect(ids(await listedTo(mechanic, `?ids=${id},${other}`)).toSorted()).toEqual([id, other].toSorted())
  expect((await mechanic.call('GET', '/api/dokumentit?ids=x')).status).toBe(400)
  expect((await mechanic.call('GET', `/api/dokumentit?ids=${Array(251).fill(id).join()}`)).status).toBe(400)
  expect((await driver.call('GET', `/file/${tiedosto}`)).status).toBe(200)
  expect((await customer.call('GET', `/file/${tiedosto}`)).status).toBe(404)
  expect((await customer.call('GET', '/api/dokumentit')).status).toBe(403)

  expect((await acknowledge(driver, id)).status).toBe(201)
  // The two documents may have been changed in the same second, so their order is not known.
  expect((await listedTo(driver, `?ids=${id}`))[0].kuitattu).toBeGreaterThan(0)
  expect(ids(await listedTo(driver, '?kuittaamatta=1'))).not.toContain(id)
  expect(ids(await listedTo(colleague, '?kuittaamatta=1'))).toContain(id)
})

test('the summary lists missing acknowledgements first, and a new version must be acknowledged again', async () => {
  const id = await create({ henkilot: [driver.id] })
  await acknowledge(driver, id)
  const summary = await summaryOf(id)
  expect(summary.meta).toEqual({ count: 2, kuittaneita: 1 })
  expect(ids(summary.data)).toEqual([colleague.id, driver.id])
  expect(summary.data[1]).toMatchObject({ nimenselvennys: 'Kalle Kuljettaja', allekirjoitus: expect.any(String), roolit: ['kuljettaja'] })

  const pdf = await admin.call('GET', `/api/dokumentti_yhteenveto/pdf?id=${id}`)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toMatch(/filename=kuittaukset-D-\d+\.pdf/)
  const text = readPdfText(pdf.raw)
    .flatMap((page) => page.map((run) => run.text))
    .join(' ')
  for (const words of ['Ajo-ohje', 'Testikuljetus Oy', 'Kuittaamatta (1)', 'Kuitannut (1)', 'Kalle Kuljettaja'])
    expect(text).toContain(words)

  await renew(id)
  expect((await summaryOf(id)).meta).toEqual({ count: 2, kuittaneita: 0 })
  expect(ids(await listedTo(driver, '?kuittaamatta=1'))).toContain(id)
})

test('only the current version can be acknowledged, and only with a signature', async () => {
  const id = await create()
  await renew(id)
  const faultsOf = async (options: { versio?: number; isSigned?: boolean }) => {
    const { status, body } = await acknowledge(driver, id, options)
    return [status, ...body.errors.map(({ detail }: { detail: string }) => detail)]
  }
  const outdated = 'Dokumentista on uusi versio. Lue se ja kuittaa sitten.'
  expect(await faultsOf({ versio: 1 })).toEqual([422, outdated])
  expect(await faultsOf({ versio: 3 })).toEqual([422, outdated])
  expect(await faultsOf({ versio: 0 })).toEqual([422, 'Kerro, minkä version (versio) dokumentista luit.'])
  expect(await faultsOf({ versio: 2, isSigned: false })).toEqual([422, 'Allekirjoitus puuttuu.'])
  expect((await acknowledge(driver, id, { versio: 2 })).status).toBe(201)
})

test('recipients who have not acknowledged are reminded once a day, in the bell and by mail', async () => {
  const id = await create({ name: 'Talviajo-ohje' })
  await acknowledge(driver, id)
  const first = await remind(id)
  expect(first.body.results).toEqual([{ id: colleague.id, success: true }])
  // Nobody is reminded again on the same day, also not by concurrent calls.
  const again = await Promise.all([remind(id), remind(id)])
  expect(again.map(({ body }) => body.results)).toEqual([[], []])
  expect((await summaryOf(id)).data[0]).toMatchObject({ id: colleague.id, muistutettu: server.clock.now })

  expect((await bellOf(colleague)).filter(({ kohde }) => kohde === id)).toMatchObject([
    { laji: 'muistutus', message: 'Kuittaa dokumentti: Talviajo-ohje' },
  ])
  expect((await bellOf(driver)).filter(({ kohde }) => kohde === id)).toEqual([])

  const sent: Message[] = []
  const mailing = {
    ...{
      pool: server.pool,
      files: server.files,
      clock: () => server.clock.now,
      publicUrl: 'https://kuorma.test',
      companyName: async () => 'Testikuljetus Oy',
    },
    mail: {
      send: async (message: Message) => {
        sent.push(message)
        return 'lahetetty' as const
      },
      close: () => undefined,
    },
    log: { warn: () => undefined },
    writers: mailWriters,
  } satisfies MailContext
  expect(await sendDueMail(mailing)).toBe(1)
  expect(sent).toMatchObject([
    { to: `${colleague.name}@esimerkki.fi`, text: expect.stringContaining(`https://kuorma.test/kuittaa-dokumentti/${id}`) },
  ])

  // On the next day only those who still have not acknowledged are reminded.
  await server.pool.query(`update notification set created = created - 86400 where key like $1`, [`dokumentti.${id}.%`])
  server.clock.now += 1
  expect((await remind(id)).body.results).toEqual([{ id: colleague.id, success: true }])
  await acknowledge(colleague, id)
  expect((await bellOf(colleague)).filter(({ kohde }) => kohde === id)).toEqual([])
  expect((await remind(id)).body.results).toEqual([])
  // Nothing is sent to a person who acknowledged while the mail was queued.
  sent.length = 0
  await sendDueMail(mailing)
  expect(sent).toEqual([])
})

test('a document that needs no acknowledgement sends no reminders', async () => {
  const id = await create({ name: 'Aukioloajat', kuitattava: false })
  expect(ids(await listedTo(driver, '?kuittaamatta=1'))).not.toContain(id)
  expect((await bellOf(driver)).filter(({ kohde }) => kohde === id)).toEqual([])
  expect((await remind(id)).body).toMatchObject({ errors: [{ message: 'Tätä dokumenttia ei tarvitse kuitata.' }] })
})

test('invalid documents and calls without the right are refused', async () => {
  const id = await create()
  const none = '00000000-0000-4000-8000-000000000001'
  for (const url of [`/api/dokumentti_yhteenveto?id=${none}`, `/api/dokumentti_yhteenveto/pdf?id=${none}`])
    expect((await admin.call('GET', url)).status).toBe(404)
  expect((await remind(none)).status).toBe(404)
  expect((await remind(id, driver)).status).toBe(403)
  expect((await driver.call('GET', `/api/dokumentti_yhteenveto?id=${id}`)).status).toBe(403)
  const faulty = async (values: Record<string, unknown>) => {
    const answer = await admin.call('POST', '/api/dokumentit', { operation: 'create', name: 'Ohje', ...values })
    expect(answer.status).toBe(422)
    return answer.body.errors[0]
  }
  expect(await faulty({ name: ' ' })).toMatchObject({ field: 'name' })
  expect(await faulty({ roolit: ['pomo'] })).toMatchObject({ message: 'Tuntematon rooli.' })
  expect((await faulty({ henkilot: [none] })).field).toContain('henkilot')
  expect((await faulty({ tiedostot: [none] })).field).toContain('tiedostot')
  expect((await faulty({ omistaja: 'x' })).message).toBe('Tuntematon kenttä: omistaja.')
  expect((await admin.call('POST', '/api/dokumentit', { operation: 'poista' })).status).toBe(422)
})
