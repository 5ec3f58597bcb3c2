import { randomUUID } from 'node:crypto'
import { seededRandom } from '#server/demo/random.ts'
import type { Target } from './load.ts'
import {
  allColumnsUrl,
  countUrl,
  deepUrl,
  dispatcherUrl,
  filteredUrl,
  oneUrl,
  orderType,
  pageOffsets,
  pageUrl,
  searched,
  searchUrl,
  shipmentType,
} from './queries.ts'

export type CaseKey = 'all' | 'screen' | 'pages' | 'filtered' | 'search' | 'count' | 'one' | 'deep' | 'image' | 'create'
/** The same request to the server and to the bare handler; if there are several, `url` is the one whose responses are compared. */
export type Case = { key: CaseKey; title: string; ours: Target; bare: Target }
export type Subjects = { ours: string; bare: string; admin: string; customer: string; customerId: string; orderId: string; imageId: string }

export function casesOf({ ours, bare, admin, customer, customerId, orderId, imageId }: Subjects): Case[] {
  const jsonApi = 'application/vnd.api+json'
  const read = (key: CaseKey, title: string, url: string, path: string): Case => ({
    key,
    title,
    ours: { url: ours + url, headers: { authorization: admin, accept: jsonApi } },
    bare: { url: bare + path, headers: {} },
  })
  return [
    read('all', '50 open orders with shipments and customer, all columns', allColumnsUrl, '/all-columns'),
    read('screen', 'the same exactly as the dispatcher’s page asks it', dispatcherUrl, '/screen'),
    {
      key: 'pages',
      title: 'the same from anywhere in the list, each connection asking differently',
      ours: {
        url: ours + pageUrl(dispatcherUrl, pageOffsets.compared),
        headers: { authorization: admin, accept: jsonApi },
        path: anyOffset((offset) => pageUrl(dispatcherUrl, offset)),
      },
      bare: { url: `${bare}/pages/${pageOffsets.compared}`, headers: {}, path: anyOffset((offset) => `/pages/${offset}`) },
    },
    read('filtered', 'the same, of three filters (one through its shipments)', filteredUrl, '/filtered'),
    read('search', `50 orders found by “${searched}”`, searchUrl(searched), '/search'),
    read('count', 'how many orders are open', countUrl, '/count'),
    read('one', 'one order with shipments and customer', oneUrl(orderId), `/one/${orderId}`),
    read('deep', '50 orders from the 50 000th on, as the page asks them', deepUrl, '/deep'),
    read('image', 'a picture of 200 kB', `/file/${imageId}`, `/image/${imageId}`),
    {
      key: 'create',
      title: 'a new order with two shipments',
      ours: {
        url: `${ours}/jsonapi/operations`,
        headers: { authorization: customer, 'content-type': jsonApi, accept: jsonApi },
        write: () => ({ body: newOrder(), headers: { 'idempotency-key': randomUUID() } }),
      },
      bare: { url: `${bare}/create/${customerId}`, headers: { 'content-type': jsonApi }, write: () => ({ body: newOrder(), headers: {} }) },
    },
  ]
}

/** Paths of random offsets, the same ones in the same order for both servers. */
function anyOffset(pathOf: (offset: number) => string): () => string {
  const random = seededRandom(1)
  return () => pathOf(random.between(0, pageOffsets.last))
}

const places = {
  nouto_nimi: 'Pirkan Putki Oy',
  nouto_osoite1: 'Hatanpään valtatie 12',
  nouto_osoite2: 'Ovi 3',
  nouto_postinro: '33100',
  nouto_postitmp: 'Tampere',
  nouto_maa: 'FI',
  nouto_yhteyshenkilo_etunimi: 'Aino',
  nouto_yhteyshenkilo_sukunimi: 'Mäkelä',
  nouto_yhteyshenkilo_puhelin: '+358401234567',
  nouto_yhteyshenkilo_email: 'aino@putki.example',
  toimitus_nimi: 'Äänekosken Ässä Oy',
  toimitus_osoite1: 'Teollisuuskatu 4',
  toimitus_osoite2: '',
  toimitus_postinro: '44100',
  toimitus_postitmp: 'Äänekoski',
  toimitus_maa: 'FI',
  toimitus_yhteyshenkilo_etunimi: 'Eero',
  toimitus_yhteyshenkilo_sukunimi: 'Niemi',
  toimitus_yhteyshenkilo_puhelin: '+358407654321',
  toimitus_yhteyshenkilo_email: 'eero@assa.example',
  viesti: 'Soita ennen toimitusta. "Lastauslaituri" on rakennuksen takana.',
  viite: 'PO-10442',
}

/** Midnight in Helsinki, in winter. */
const wishedDay = 1_795_471_200

/** An order as the customer's form sends it. */
function newOrder(): string {
  const id = randomUUID()
  const tilaus = { data: { type: orderType, id } }
  const goods = [
    { tyyppi: 'rullakko', maara: 4, pituus: 800, leveys: 600, korkeus: 1600, yksikkopaino: 120.5, kuvaus: 'Putkia', varauma: '' },
    { tyyppi: 'paketti', maara: 2, pituus: 400, leveys: 300, korkeus: 200, yksikkopaino: 8, kuvaus: 'Liittimiä', varauma: 'lava' },
  ]
  const rows = goods.map((row) => ({
    op: 'add',
    data: {
      type: shipmentType,
      id: randomUUID(),
      attributes: { ...places, toivottu_toimitus: wishedDay, ...row },
      relationships: { tilaus },
    },
  }))
  const order = { op: 'add', data: { type: orderType, id, attributes: { laskutus_viesti: 'Työmaa 7' } } }
  return JSON.stringify({ 'atomic:operations': [order, ...rows] })
}
