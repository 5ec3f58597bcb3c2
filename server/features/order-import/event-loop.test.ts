// What takes long is done in worker processes, or in pieces between which others are served.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { engineRuns } from '#server/testing/event-loop/engine-runs.ts'
import { holdWorkers } from '#server/testing/event-loop/held-workers.ts'
import { csv, goodRow, sendFile, startImportServer } from '#server/testing/imports/import-files.ts'
import type { Person, TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let customer: Person

beforeAll(async () => {
  ;({ server, customer } = await startImportServer())
})
afterAll(() => server.close())

const file = (count: number) => csv(Array.from({ length: count }, (_, index) => goodRow({ viite: `Kuorma ${index}` })))

test('a file is parsed in a worker process, and others are served meanwhile', async () => {
  const workers = holdWorkers()
  const sending = sendFile(customer, file(3), { tarkista: true })
  try {
    expect(await workers.heldBefore(sending, 'parse-table.worker.ts')).toBe('held')
    expect((await customer.call('GET', '/jsonapi/tilaus_entity/tilaus_entity')).status).toBe(200)
  } finally {
    workers.release()
  }
  expect(await sending).toMatchObject({ status: 200, body: { tilauksia: 3, virheet: [] } })
})

const size = 1024 * 1024

test.each([
  ['delimiters in one line', ';'.repeat(size - 1), 'Taulukossa on liikaa sarakkeita: enintään 60.'],
  ['cells', `nouto_nimi\n${`${';'.repeat(50)}\n`.repeat(20_000)}`, 'Tiedostossa on liikaa rivejä.'],
  ['quotes', `nouto_nimi\n${'"'.repeat(size - 20)}`, 'Rivi 2, nouto_osoite1: Kirjoita osoite.'],
  ['lines', '\n'.repeat(size - 1), 'Tiedostossa on liikaa rivejä.'],
])('a file of many %s is refused', async (_what, text, sentence) => {
  const { status, body } = await sendFile(customer, text)
  expect(status).toBe(422)
  expect(body.message).toContain(sentence)
})

test('rows are checked and stored four hundred at a time', async () => {
  for (const tarkista of [true, false]) {
    const send = (count: number) => engineRuns(server, () => sendFile(customer, file(count), { tarkista }))
    const few = await send(350)
    const many = await send(750)
    for (const [{ result }, tilauksia] of [
      [few, 350],
      [many, 750],
    ] as const)
      expect(result).toMatchObject({ status: 200, body: { tilauksia } })
    expect(many.runs - few.runs).toBe(1)
  }
})
