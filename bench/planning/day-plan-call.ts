// `npm run bench:proposal`: the proposal of a day with 200 shipments between 400 doors and 15 cars. The time of POST /api/ajot/ehdotus,
// by which people wait, kept for docs/benchmarks.md. Exits with 1 when it is not under 10 s, leaves too many out or breaks a constraint.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { addDays, mondayOf } from '../../domain/values/time/time.ts'
import { openDemoServers, password } from '../../e2e/demo-server.ts'
import { median } from '../load.ts'
import { keepDayPlans, proposalBreaches } from '../report/day-plans.ts'
import { signIn } from '../servers.ts'

const usage = 'npm run bench:proposal -- [--runs 3]   of the call, of which the median counts'
const [shipments, cars] = [200, 15]
const day = mondayOf(addDays(Date.now() / 1000, 14 * 7))

type Send = <T>(path: string, body?: unknown, type?: string) => Promise<T>
type Rows = { data: { id: string }[] }

async function senderOf(address: string): Promise<Send> {
  const headers = { authorization: await signIn(address, 'yllapito', password) }
  return async (path, body, type = 'application/json') => {
    const json = { headers: { ...headers, 'content-type': type }, method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${address}${path}`, body === undefined ? { headers } : json)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** 15 drivers with a shift on the day. */
async function addShifts(send: Send): Promise<void> {
  const drivers: string[] = []
  for (let made = 0; made < cars; made++) {
    const user = {
      ...{ name: `mittaus${made}`, mail: `mittaus${made}@esimerkki.fi`, user_roles: ['kuljettaja'], newPassword: password },
      profile_fields: { field_etunimi: 'Mitta', field_sukunimi: `Kuljettaja ${made}` },
    }
    drivers.push((await send<{ id: string }>('/api/user', user)).id)
  }
  const tyovuorot = drivers.map((kuljettaja) => ({ id: randomUUID(), paiva: day, kuljettaja, alkuaika: 360, kesto: 600 }))
  await send('/api/tyovuoro', { operation: 'OPERATION_SAVE_MANY', tyovuorot })
}

/** Postal codes of Tampere: work whose place is not known is not planned. */
const codes = '100 180 200 210 230 240 250 270 300 310 330 340 400 420 500 520 540 560 580 610 700 710 720 730 800 820 840 870 900'.split(
  ' ',
)
const postalCode = (index: number): string => `33${codes[index % codes.length]}`

async function addOrders(send: Send): Promise<void> {
  const { data } = await send<Rows>('/jsonapi/asiakas_entity/asiakas_entity?page[limit]=1')
  const customer = data[0]?.id ?? ''
  for (let from = 0; from < shipments; from += 50) {
    const id = randomUUID()
    const tilaus = { data: { type: 'tilaus_entity--tilaus_entity', id } }
    const rows = Array.from({ length: 50 }, (_, index) => ({
      op: 'add',
      data: {
        ...{ type: 'lahetys_entity--lahetys', id: randomUUID(), relationships: { tilaus } },
        attributes: {
          ...{ toivottu_toimitus: day, tyyppi: 'paketti', maara: 1, pituus: 400, leveys: 300, korkeus: 300, yksikkopaino: 20 },
          ...{ nouto_nimi: 'Lähettäjä', nouto_osoite1: `Lähtökatu ${from + index}`, nouto_postinro: postalCode(from + index) },
          ...{ nouto_postitmp: 'Tampere', nouto_maa: 'FI', toimitus_nimi: 'Saaja', toimitus_osoite1: `Tulotie ${from + index}` },
          ...{ toimitus_postinro: postalCode(from + index + 200), toimitus_postitmp: 'Tampere', toimitus_maa: 'FI' },
        },
      },
    }))
    const order = { op: 'add', data: { type: tilaus.data.type, id, attributes: { asiakas_id: customer } } }
    await send('/jsonapi/operations', { 'atomic:operations': [order, ...rows] }, 'application/vnd.api+json')
  }
}

type Proposal = { data: { siirtyvat: unknown[]; mahtumatta: unknown[]; tulee: number } }

async function main(runs: number): Promise<void> {
  process.env.RATE_LIMIT_MULTIPLIER ??= '100'
  const servers = await openDemoServers()
  try {
    const send = await senderOf(await servers.serverFor('bench'))
    await addShifts(send)
    await addOrders(send)
    const answers: { taken: number; data: Proposal['data'] }[] = []
    for (let run = 0; run < runs; run++) {
      const begun = performance.now()
      const { data } = await send<Proposal>('/api/ajot/ehdotus', { paiva: day })
      const taken = performance.now() - begun
      answers.push({ taken, data })
      const { siirtyvat, mahtumatta, tulee } = data
      console.log(`${siirtyvat.length} given, ${mahtumatta.length} left out, ${tulee} new breaches in ${(taken / 1000).toFixed(1)} s`)
    }
    const found = {
      runs,
      milliseconds: Math.round(median(answers.map(({ taken }) => taken))),
      leftOut: Math.max(...answers.map(({ data }) => shipments - data.siirtyvat.length)),
      breaches: Math.max(...answers.map(({ data }) => data.tulee)),
    }
    keepDayPlans('proposal', found)
    const breaches = proposalBreaches(found)
    for (const line of breaches) console.log(`MISSED: ${line}`)
    if (breaches.length > 0) process.exitCode = 1
  } finally {
    await servers.stop()
  }
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, help: { type: 'boolean', default: false } } })
if (values.help) console.log(usage)
else await main(Number(values.runs))
