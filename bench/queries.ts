/** The query that both servers get, as the web app writes it (URLSearchParams). */
export const orders = '/jsonapi/tilaus_entity/tilaus_entity'
export const orderType = 'tilaus_entity--tilaus_entity'
export const shipmentType = 'lahetys_entity--lahetys'
export const pageSize = 50
export const deepOffset = 50_000

const address = (query: Record<string, string>, path = orders): string => `${path}?${new URLSearchParams(query)}`

const open = {
  'filter[avoin]': '1',
  'filter[status]': '1',
  sort: 'toivottu_toimitus',
  include: 'lahetykset,asiakas',
  'page[limit]': `${pageSize}`,
}
/** The fields of an order that the dispatcher's lists request. */
const include =
  'asiakas,tilaus_ryhma,lahetykset,tuntituotteet,lahetykset.kuljettaja,lahetykset.auto,tuntituotteet.kuljettaja,tuntituotteet.auto'
const columns = {
  [`fields[${orderType}]`]:
    'vid,tunniste,tilauksen_tila,hinta,toivottu_toimitus,timestamp_toimitettu,asiakas,lahetykset,tuntituotteet,tilaus_ryhma,lavapaikat',
  [`fields[${shipmentType}]`]:
    'nouto_nimi,nouto_osoite1,nouto_postitmp,toimitus_nimi,toimitus_osoite1,toimitus_postitmp,vid,tila,tyyppi,maara,yksikkopaino,paino,kuvaus,viite,viesti,toivottu_toimitus,poikkeama,kuljettaja,auto',
  'fields[tuntituote--tuntituote]':
    'nouto_nimi,nouto_osoite1,nouto_postitmp,vid,tila,tyyppi,aika,matka,maara,selite,viite,viesti,toimituspaiva,kuljettaja,auto',
  'fields[asiakas_entity--asiakas_entity]': 'name',
  'fields[tilaus_ryhma--tilaus_ryhma]': 'tunniste',
  'fields[user--user]': 'field_fullname,name',
  'fields[auto_entity--auto_entity]': 'rekisterinumero',
}
const screen = { include, ...columns }
const deep = {
  'filter[status]': '1',
  sort: '-created',
  'page[limit]': `${pageSize}`,
  'page[offset]': `${deepOffset}`,
}

/** The values of the dispatcher's filters. */
export const filteredFrom = { day: 31_536_000, town: 'Tampere' }
const filtered = {
  ...open,
  'filter[pv][condition][path]': 'toivottu_toimitus',
  'filter[pv][condition][operator]': '>=',
  'filter[pv][condition][value]': `${filteredFrom.day}`,
  'filter[lahetykset.nouto_postitmp]': filteredFrom.town,
}

/** The fields of a found order that every role may see. */
const found = {
  include: 'lahetykset',
  [`fields[${orderType}]`]: 'tilausnro,tilauksen_tila,toivottu_toimitus,lahetykset',
  [`fields[${shipmentType}]`]: 'tila,nouto_postitmp,toimitus_postitmp,maara,paino,toivottu_toimitus',
}
/** The request for a text typed into a list's search field, of the dispatcher or of other roles. */
export const searchUrl = (typed: string, by: 'dispatcher' | 'others' = 'dispatcher'): string =>
  address({ ...(by === 'dispatcher' ? screen : found), 'filter[q]': typed, 'page[limit]': open['page[limit]'] })
/** A company's name, which occurs in thousands of orders. */
export const searched = 'virtanen'
export const filteredUrl = address({ ...filtered, ...screen })
export const countUrl = address({
  'filter[avoin]': '1',
  'filter[status]': '1',
  'page[limit]': '1',
  [`fields[${orderType}]`]: 'tilausnro',
})
export const allColumnsUrl = address(open)
export const deepUrl = address({ ...deep, ...screen })
export const oneUrl = (id: string): string => address({ include: 'lahetykset,asiakas' }, `${orders}/${id}`)

/** The address of a neighbouring page, as the server writes it into `links`. */
export function pageUrl(url: string, offset: number): string {
  const [path = '', search = ''] = url.split('?')
  const parameters = new URLSearchParams(search)
  parameters.set('page[offset]', `${offset}`)
  return `${path}?${parameters}`
}

/** Offsets of pages of the 3 000 open orders: `compared` is the one whose responses are compared before measuring. */
export const pageOffsets = { compared: 1000, last: 2900 } as const

/** The dispatcher's open orders exactly as the page requests them; e2e/dispatcher-runs-the-list.spec.ts compares the two. */
export const dispatcherUrl = address({
  'filter[status]': '1',
  'filter[avoin]': 'true',
  include,
  sort: open.sort,
  'page[limit]': open['page[limit]'],
  ...columns,
})
