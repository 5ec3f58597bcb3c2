// Administrators' calls of working time through the real server (rules/worktime.md#administration).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { noRecording } from '#domain/entities/worktime/recording.ts'
import { payrollPreviewCall, worktimeListCall, worktimeSummaryCall } from '#domain/features/worktime/administration.ts'
import { addDays, midnightOf } from '#domain/values/time/time.ts'
import { mailWriters } from '#server/mail-writers.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Message } from '#server/platform/mail/mail.ts'
import { saveSettings } from '#server/platform/settings/settings.ts'
import { sendDueMail } from '#server/testing/send-due-mail.ts'
import { insert, type Person, startTestServer, type TestServer } from '#server/testing/test-server.ts'

const path = '/api/tyovuoro-kirjaus-admin'
const requests = '/jsonapi/tyoaika_korjauspyynto/tyoaika_korjauspyynto'
const recordType = 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity'
// A period of the default calendar: Monday 2.11.2026 to Sunday 15.11.2026 would end after the test clock (17.11.2026).
const first = midnightOf('2026-10-26')
const days = { min: first, max: addDays(first, 13) }

let server: TestServer
let admin: Person
let driver: Person
let car: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.person(['yllapito'])
  car = randomUUID()
  await insert(server.pool, 'auto', { id: car, rekisterinumero: 'KUO-101', kustannuspaikka: '4100' })
})
beforeEach(async () => {
  driver = await server.person(['kuljettaja'])
  await server.pool.query('UPDATE profile_kuljettaja SET henkilonumero = $2 WHERE uid_id = $1', [driver.id, '0042'])
})
afterAll(() => server.close())

const times = { aika_kesto: 480, aika_tyoaika: 450, aika_ajo: 450, aika_tauko: 30 }
async function addDay(day: number, values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID()
  const start = addDays(first, day) + 6 * 3600
  const usual = { kuljettaja_id: driver.id, auto_id: car, paiva: addDays(first, day), alkuaika: start, loppuaika: start + 8 * 3600 }
  await insert(server.pool, 'tyovuoro_kirjaus', { ...usual, ...times, id, ...values })
  for (const [hours, tyyppi] of [
    [0, 'AJO'],
    [4, 'TAUKO'],
    [4.5, 'AJO'],
  ] as const)
    await insert(server.pool, 'tyovuoro_kirjaus_tehtava', {
      ...{ id: randomUUID(), tyovuoro_kirjaus_id: id, alkuaika: start + hours * 3600, tyyppi },
    })
  return id
}
const query = (operation: string, parameters: Record<string, string | number> = {}) =>
  `${path}?${new URLSearchParams(Object.entries({ operation, ...parameters }).map(([name, value]) => [name, String(value)]))}`
const summary = async (given = days) => worktimeSummaryCall.output.parse((await admin.call('GET', query('SUMMARY', given))).body)
const own = async () => (await summary()).data.find(({ kuljettaja }) => kuljettaja === driver.id)
const list = async () => worktimeListCall.output.parse((await admin.call('GET', query('LIST', { kuljettaja: driver.id, ...days }))).body)
const act = (body: Record<string, unknown>, who = admin) => who.call('POST', path, body)
const set = (values: Record<string, unknown>) =>
  inTransaction(server.pool, (client) => saveSettings(client, values, { now: server.clock.now, kayttaja: null }))
const recordOf = async (id: string) =>
  (await server.pool.query('SELECT alkuaika::float8, loppuaika::float8, tarkistettu, lahetetty FROM tyovuoro_kirjaus WHERE id = $1', [id]))
    .rows[0]
const tasksOf = async (id: string) =>
  (
    await server.pool.query(
      'SELECT alkuaika::float8, tyyppi FROM tyovuoro_kirjaus_tehtava WHERE tyovuoro_kirjaus_id = $1 AND status = 1 ORDER BY alkuaika',
      [id],
    )
  ).rows
async function ask(record: string, attributes: Record<string, unknown>, who = driver) {
  const relationships = { tyovuoro_kirjaus: { data: { type: recordType, id: record } } }
  return who.call('POST', requests, { data: { type: 'tyoaika_korjauspyynto--tyoaika_korjauspyynto', attributes, relationships } })
}

test('the summary has a row for each driver with the figures of the period', async () => {
  const [checked, unchecked] = [await addDay(0, { tarkistettu: true }), await addDay(1, { aika_ylityo_50: 30 })]
  await addDay(20)
  expect(await own()).toMatchObject({
    ...{ henkilonumero: '0042', kirjauksia: 2, tarkistamatta: [unchecked], lahettamatta: 1, korjauspyyntoja: 0, avoin: null },
    ...{ aika_kesto: 960, aika_tyoaika: 900, aika_ylityo_50: 30 },
  })
  expect((await ask(unchecked, { perustelu: 'Tauko puuttuu' })).status).toBe(201)
  expect(await own()).toMatchObject({ korjauspyyntoja: 1 })
  const { data, meta } = await list()
  expect(data.map(({ id, auto }) => [id, auto])).toEqual([
    [checked, 'KUO-101'],
    [unchecked, 'KUO-101'],
  ])
  expect(meta).toMatchObject({ ...days, kuljettaja: { id: driver.id, henkilonumero: '0042' } })
})

test('without days it is the current two-week period', async () => {
  const answer = await admin.call('GET', query('SUMMARY'))
  const { min, max } = worktimeSummaryCall.output.parse(answer.body).meta
  expect([min <= server.clock.now, addDays(max, 1) > server.clock.now, addDays(min, 13)]).toEqual([true, true, max])
})

test('the warnings of a day are counted', async () => {
  const start = addDays(first, 2) + 4 * 3600
  const id = randomUUID()
  const long = { id, kuljettaja_id: driver.id, paiva: addDays(first, 2), alkuaika: start, loppuaika: start + 15 * 3600 }
  await insert(server.pool, 'tyovuoro_kirjaus', long)
  await insert(server.pool, 'tyovuoro_kirjaus_tehtava', { id: randomUUID(), tyovuoro_kirjaus_id: id, alkuaika: start, tyyppi: 'AJO' })
  const { data } = await list()
  const kinds = data[0]?.varoitukset.map(({ laji }) => laji) ?? []
  expect(kinds).toEqual(expect.arrayContaining(['ajotauko', 'ajo_paiva', 'paiva']))
  expect((await own())?.varoituksia).toBe(kinds.length)
})

test('records are marked as checked, several at once, which locks them', async () => {
  const [ended, open] = [await addDay(0), await addDay(3, { loppuaika: 0 })]
  const missing = randomUUID()
  const answer = await act({ operation: 'MARK_AS_TARKISTETTU', ids: [ended, open, missing] })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body.results).toEqual([
    { id: ended, success: true },
    { id: open, success: false, message: 'Työpäivä on vielä auki.' },
    { id: missing, success: false, message: expect.any(String) },
  ])
  expect(await recordOf(ended)).toMatchObject({ tarkistettu: true })
  expect((await act({ operation: 'MARK_AS_TARKISTETTU', ids: [ended], tarkistettu: false })).status).toBe(200)
  expect(await recordOf(ended)).toMatchObject({ tarkistettu: false })
})

test('what the driver recorded is shown and brought back; the edits stay in the history', async () => {
  const record = await addDay(0)
  const start = addDays(first, 0) + 5 * 3600
  const stamp = (aika: number) => ({ aika, laitteen_aika: 0, laitteen_ero: null, saapui: aika })
  const recorded = { id: randomUUID(), tyyppi: 'AJO', ...stamp(start) }
  const alkuperainen = { ...noRecording, alku: stamp(start), loppu: stamp(start + 7200), tehtavat: [recorded] }
  await server.pool.query('UPDATE tyovuoro_kirjaus SET alkuperainen = $2 WHERE id = $1', [record, alkuperainen])
  expect((await list()).data[0]).toMatchObject({ muokattu: true })
  const original = await admin.call('GET', query('ORIGINAL', { id: record }))
  expect(original.status, original.text).toBe(200)
  expect(original.body.data).toMatchObject({
    alkuaika: start,
    loppuaika: start + 7200,
    muokattu: true,
    summat: { aika_kesto: 120, aika_ajo: 120 },
  })
  const restored = await act({ operation: 'RESTORE_ORIGINAL', id: record })
  expect(restored.status, restored.text).toBe(200)
  expect(await recordOf(record)).toMatchObject({ alkuaika: start, loppuaika: start + 7200 })
  expect(await tasksOf(record)).toEqual([{ alkuaika: start, tyyppi: 'AJO' }])
  expect((await list()).data[0]).toMatchObject({ muokattu: false })
  const other = await addDay(1)
  expect((await act({ operation: 'RESTORE_ORIGINAL', id: other })).status).toBe(422)
  expect((await act({ operation: 'RESTORE_ORIGINAL', id: randomUUID() })).status).toBe(404)
})

test('an accepted correction request changes the record, and both sides are notified', async () => {
  const record = await addDay(0)
  const { alkuaika } = await recordOf(record)
  const proposed = [
    { alkuaika, tyyppi: 'LASTAUS' },
    { alkuaika: alkuaika + 3600, tyyppi: 'AJO' },
  ]
  const made = await ask(record, { perustelu: 'Lastaus puuttuu', ehdotus: { tyotehtavat: proposed, loppuaika: alkuaika + 6 * 3600 } })
  expect(made.status, made.text).toBe(201)
  const messages = async (who: Person) =>
    (await who.call('GET', '/api/notifications')).body.data.map(({ message }: { message: string }) => message).join()
  expect(await messages(admin)).toContain('Lastaus puuttuu')
  const bell: { message: string; laji: string; kohde: string }[] = (await admin.call('GET', '/api/notifications')).body.data
  expect(bell.find(({ message }) => message.includes('Lastaus puuttuu'))).toMatchObject({ laji: 'korjauspyynto', kohde: record })
  const { id } = made.body.data
  const accepted = await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: true, vastaus: 'Kiitos' })
  expect(accepted.status, accepted.text).toBe(200)
  expect(await recordOf(record)).toMatchObject({ loppuaika: alkuaika + 6 * 3600 })
  expect(await tasksOf(record)).toEqual(proposed)
  expect((await driver.call('GET', `${requests}/${id}`)).body.data.attributes).toMatchObject({ tila: 'hyvaksytty', vastaus: 'Kiitos' })
  expect(await messages(driver)).toContain('hyväksyttiin. Kiitos')
  expect((await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: false, vastaus: 'Ei' })).status).toBe(422)
})

test('what a device recorded outside the day stays when a list of tasks is accepted, unless the day is moved over it', async () => {
  const record = await addDay(0)
  const { alkuaika, loppuaika } = await recordOf(record)
  const outside = { alkuaika: loppuaika + 600, tyyppi: 'PESU' }
  const flagged = { id: randomUUID(), tyovuoro_kirjaus_id: record, ...outside, tarkista: ['jalkeen_lopun'] }
  await insert(server.pool, 'tyovuoro_kirjaus_tehtava', flagged)
  const accepted = async (ehdotus: object) => {
    const { body } = await ask(record, { perustelu: 'Korjaa', ehdotus })
    expect((await act({ operation: 'ANSWER_CORRECTION', id: body.data.id, hyvaksytty: true, vastaus: '' })).status).toBe(200)
    return tasksOf(record)
  }
  const tasks = [{ alkuaika, tyyppi: 'ODOTUS' }]
  expect(await accepted({ tyotehtavat: tasks })).toEqual([...tasks, outside])
  expect(await accepted({ loppuaika: loppuaika + 3600, tyotehtavat: tasks })).toEqual(tasks)
})

test('a request whose times are impossible is not stored, nor one accepted whose record has changed meanwhile', async () => {
  const record = await addDay(0)
  const { alkuaika, loppuaika } = await recordOf(record)
  const [day, { now }] = [86_400, server.clock]
  const faultOf = async (ehdotus: object, of = record) => {
    const { status, body } = await ask(of, { perustelu: 'Väärin', ehdotus })
    return status === 201 ? null : [status, body.errors[0].source.pointer, body.errors[0].detail]
  }
  const refused = (detail: string) => [422, '/data/attributes/ehdotus', detail]
  expect(await faultOf({ loppuaika: alkuaika - 60 })).toEqual(refused('Loppuaika ei voi olla ennen alkuaikaa.'))
  expect(await faultOf({ alkuaika: loppuaika + 60 })).toEqual(refused('Loppuaika ei voi olla ennen alkuaikaa.'))
  expect(await faultOf({ alkuaika: now + 60 })).toEqual(refused('Työpäivä ei voi alkaa tulevaisuudessa.'))
  expect(await faultOf({ loppuaika: now + 60 })).toEqual(refused('Työpäivä ei voi päättyä tulevaisuudessa.'))
  expect(await faultOf({ loppuaika: alkuaika + day + 60 })).toEqual(refused('Työpäivä voi kestää enintään 24 tuntia.'))
  const outside = refused('Työtehtävien on oltava työpäivän sisällä.')
  for (const at of [alkuaika - 60, loppuaika + 60])
    expect(await faultOf({ tyotehtavat: [{ alkuaika: at, tyyppi: 'AJO' }] })).toEqual(outside)
  expect(await faultOf({ alkuaika: alkuaika + 60, tyotehtavat: [{ alkuaika, tyyppi: 'AJO' }] })).toEqual(outside)
  // An open day, and one that devices made longer than any day is, of which other things are corrected.
  const open = await addDay(5, { loppuaika: 0 })
  expect(await faultOf({ tyotehtavat: [{ alkuaika: now, tyyppi: 'AJO' }] }, open)).toBeNull()
  expect(await faultOf({ tyotehtavat: [{ alkuaika: now + 60, tyyppi: 'AJO' }] }, open)).toEqual(outside)
  const long = await addDay(6, { loppuaika: addDays(first, 8) })
  expect(await faultOf({ tyotehtavat: [{ alkuaika: addDays(first, 7), tyyppi: 'AJO' }] }, long)).toBeNull()

  const { id } = (await ask(record, { perustelu: 'Alkoi aiemmin', ehdotus: { alkuaika: alkuaika - 3600 } })).body.data
  await server.pool.query('UPDATE tyovuoro_kirjaus SET loppuaika = $2 WHERE id = $1', [record, alkuaika + day])
  const answer = await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: true })
  expect([answer.status, answer.body.errors[0].message]).toEqual([422, 'Työpäivä voi kestää enintään 24 tuntia.'])
  expect((await driver.call('GET', `${requests}/${id}`)).body.data.attributes.tila).toBe('avoin')
})

test('a refusal needs a reason, and changes nothing', async () => {
  const record = await addDay(0)
  const before = await tasksOf(record)
  const { id } = (await ask(record, { perustelu: 'Väärin', ehdotus: { tyotehtavat: [{ alkuaika: first + 7 * 3600, tyyppi: 'MUU' }] } }))
    .body.data
  const without = await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: false })
  expect([without.status, without.body.errors]).toEqual([422, [expect.objectContaining({ field: 'vastaus' })]])
  expect((await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: false, vastaus: 'Aika on oikein' })).status).toBe(200)
  expect(await tasksOf(record)).toEqual(before)
})

test('a correction that the rules do not allow is refused whole', async () => {
  const record = await addDay(0, { tarkistettu: true })
  const { id } = (await ask(record, { perustelu: 'Loppu väärin', ehdotus: { loppuaika: first + 10 * 3600 } })).body.data
  const answer = await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: true })
  expect(answer.status, answer.text).toBe(422)
  expect((await driver.call('GET', `${requests}/${id}`)).body.data.attributes.tila).toBe('avoin')
})

test('drivers ask about their own records alone, and answer nothing', async () => {
  const record = await addDay(0)
  const stranger = await server.person(['kuljettaja'])
  expect((await ask(record, { perustelu: 'Ei minun' }, stranger)).status).toBe(422)
  expect((await ask(record, { perustelu: '' })).status).toBe(422)
  expect((await ask(record, { perustelu: 'x', tila: 'hyvaksytty' })).status).toBe(422)
  expect((await ask(record, { perustelu: 'x', ehdotus: { tunnit: 8 } })).status).toBe(422)
  const { id } = (await ask(record, { perustelu: 'Tauko' })).body.data
  expect((await stranger.call('GET', `${requests}/${id}`)).status).toBe(404)
  for (const who of [driver, await server.person(['asiakas'], await server.customer()), await server.person(['huolto'])]) {
    expect((await act({ operation: 'ANSWER_CORRECTION', id, hyvaksytty: true }, who)).status).toBe(403)
    expect((await who.call('GET', query('SUMMARY'))).status).toBe(403)
  }
  expect((await server.call('GET', query('SUMMARY'))).status).toBe(401)
})

test('the payroll file is sent once, with the checked records alone', async () => {
  const [checked, unchecked] = [await addDay(0, { tarkistettu: true }), await addDay(1)]
  const given = { ...days, kuljettajat: [driver.id], muoto: 'fennoa' }
  await set({ palkka_sahkoposti: '', palkkalaji_tyoaika: '1000' })
  server.clock.now += 10
  expect((await act({ operation: 'SEND_CSV', ...given })).status).toBe(422)
  await set({ palkka_sahkoposti: 'palkat@esimerkki.fi' })
  server.clock.now += 10
  const preview = payrollPreviewCall.output.parse((await admin.call('GET', query('PAYROLL_PREVIEW', { ...days, muoto: 'fennoa' }))).body)
  expect(preview.data.tarkistamatta).toContainEqual(expect.objectContaining({ kuljettaja: driver.id, kirjauksia: 1 }))
  const answers = await Promise.all([1, 2, 3].map(() => act({ operation: 'SEND_CSV', ...given })))
  expect(answers.map(({ status }) => status).sort(), answers[0]?.text).toEqual([200, 422, 422])
  expect(await recordOf(checked)).toMatchObject({ lahetetty: true })
  expect(await recordOf(unchecked)).toMatchObject({ lahetetty: false })
  const sent: Message[] = []
  const mailing = {
    ...{ pool: server.pool, files: server.files, log: { warn: vi.fn() }, clock: () => server.clock.now, writers: mailWriters },
    ...{ publicUrl: 'https://kuorma.test', companyName: async () => 'Testikuljetus Oy' },
    mail: {
      send: async (message: Message) => {
        sent.push(message)
        return 'lahetetty' as const
      },
      close: () => undefined,
    },
  }
  await sendDueMail(mailing)
  const [message] = sent.filter(({ to }) => to === 'palkat@esimerkki.fi')
  expect(message?.subject).toBe('Palkka-aineisto 26.10.2026–8.11.2026 – Testikuljetus Oy')
  expect(message?.attachments?.[0]?.content.toString()).toBe('0042;1000;26.10.2026;7,50;;;;;;;4100\r\n')
})

test('a sent record that is corrected is flagged, and the next file has the difference, once', async () => {
  await set({ palkka_sahkoposti: 'palkat@esimerkki.fi', palkkalaji_tyoaika: '1000' })
  server.clock.now += 10
  const id = await addDay(0, { tarkistettu: true })
  const files = async () =>
    (await server.pool.query('SELECT sisalto FROM palkka_aineisto WHERE $1 = ANY (kirjaukset_ids) ORDER BY luotu', [id])).rows.map(
      ({ sisalto }) => sisalto,
    )
  const send = async (given = days) => {
    server.clock.now += 10
    return act({ operation: 'SEND_CSV', ...given, kuljettajat: [driver.id], muoto: 'fivaldi' })
  }
  expect((await send()).status).toBe(200)
  expect((await list()).data[0]).toMatchObject({ lahetetty: true, korjaus_lahettamatta: false })
  const record = (await admin.call('GET', `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity/${id}`)).body.data.attributes
  const change = (attributes: object) =>
    admin.call('PATCH', `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity/${id}`, { data: { type: recordType, id, attributes } })
  expect((await act({ operation: 'MARK_AS_TARKISTETTU', ids: [id], tarkistettu: false })).status).toBe(200)
  const removed = await admin.call('DELETE', `/jsonapi/tyovuoro_kirjaus_entity/tyovuoro_kirjaus_entity/${id}`)
  expect([removed.status, removed.text]).toEqual([422, expect.stringContaining('lähetettyä kirjausta ei voi poistaa')])
  const shorter = await change({ vid: record.vid + 1, loppuaika: record.loppuaika - 3600 })
  expect(shorter.status, shorter.text).toBe(200)
  expect((await list()).data[0]).toMatchObject({ aika_tyoaika: 390, korjaus_lahettamatta: true })
  // Not before it is checked again.
  expect((await send()).status).toBe(422)
  await act({ operation: 'MARK_AS_TARKISTETTU', ids: [id] })
  const later = { min: addDays(days.min, 14), max: addDays(days.min, 27) }
  const preview = payrollPreviewCall.output.parse((await admin.call('GET', query('PAYROLL_PREVIEW', later))).body).data
  expect(preview).toMatchObject({ korjauksia: 1 })
  expect((await send(later)).status).toBe(200)
  const [first, second] = await files()
  expect(first).toContain(';26.10.2026;0042;1000;7,50;4100;;;;;;;Työaika;;;')
  expect(second).toContain(';26.10.2026;0042;1000;-1,00;4100;;;;;;;Työaika, korjaus;;;')
  expect((await list()).data[0]).toMatchObject({ lahetetty: true, tarkistettu: true, korjaus_lahettamatta: false })
  expect((await send(later)).status).toBe(422)
})

const download = async (muoto: string, more: Record<string, unknown> = {}) => {
  const answer = await act({ operation: 'DOWNLOAD_CSV', ...days, kuljettajat: [driver.id], muoto, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.tiedosto
}

test('the downloaded files are byte for byte what payroll reads', async () => {
  await addDay(0, { tarkistettu: true, aika_ilta: 75 })
  await addDay(1)
  await set({ palkkalaji_tyoaika: '1000', palkkalaji_ilta: '1200' })
  server.clock.now += 10
  expect((await download('fivaldi')).sisalto).toBe(
    'ERA;PVM;HENKILO;PALKKALAJI;MAARA;SK1;SK2;SK3;SK4;KERROIN;HINTA;KULUTILI;SELITE;PAIVITYSTAPA;LOMA_ALKUPVM;LOMA_LOPPUPVM\r\n' +
      'Palkat 08.11.26;26.10.2026;0042;1000;7,50;4100;;;;;;;Työaika;;;\r\n' +
      'Palkat 08.11.26;26.10.2026;0042;1200;1,25;4100;;;;;;;Iltatyö;;;\r\n',
  )
  expect((await download('fennoa')).sisalto).toBe('0042;1000;26.10.2026;7,50;;;;;;;4100\r\n0042;1200;26.10.2026;1,25;;;;;;;4100\r\n')
  const general = await download('yleinen', { tarkistamattomat: true })
  expect(general.nimi).toBe('palkat-2026-10-26--2026-11-08-yleinen.csv')
  expect(general.sisalto).toBe(
    '\ufeffHenkilönumero;Kuljettaja;Päivä;Alkuaika;Loppuaika;Auto;Kustannuspaikka;Kesto (h);Työaika (h);Ylityö 50 % (h);Ylityö 100 % (h);Iltatyö (h);Yötyö (h);' +
      'Pyhätyö (h);Ajo (h);Lastaus (h);Purku (h);Muu työ (h);Odotus (h);Tauko (h);Tarkistettu;Korjaus\r\n' +
      '0042;Maija Meikäläinen;26.10.2026;6.00;14.00;KUO-101;4100;8,00;7,50;0,00;0,00;1,25;0,00;0,00;7,50;0,00;0,00;0,00;0,00;0,50;Kyllä;\r\n' +
      '0042;Maija Meikäläinen;27.10.2026;6.00;14.00;KUO-101;4100;8,00;7,50;0,00;0,00;0,00;0,00;0,00;7,50;0,00;0,00;0,00;0,00;0,50;Ei;\r\n',
  )
})

test.each([
  [{ operation: 'SEND' }, 'operation'],
  [{ operation: 'DOWNLOAD_CSV', muoto: 'excel' }, 'muoto'],
  [{ operation: 'DOWNLOAD_CSV', min: days.max, max: days.min }, 'max'],
  [{ operation: 'DOWNLOAD_CSV', min: days.min, max: addDays(days.min, 1000) }, 'max'],
  [{ operation: 'MARK_AS_TARKISTETTU', ids: [] }, 'ids'],
  [{ operation: 'RESTORE_ORIGINAL', id: '1' }, 'id'],
  [{ operation: 'SEND_CSV', kuka: 1 }, 'kuka'],
])('%j is refused at %s', async (body, field) => {
  const answer = await act(body)
  expect([answer.status, answer.body.errors.map((fault: { field: string }) => fault.field)]).toEqual([422, [field]])
})
