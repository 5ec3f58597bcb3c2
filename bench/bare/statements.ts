// The bare handler's statements, hand-written for these requests only. The cells are in the order in
// which documents.ts reads them.

const orderCells = [
  'r.tilausnro::text, r.drupal_internal__id::text, r.vid::text, r.name, r.status::text, r.created::text, r.changed::text',
  'r.revision_created::text, r.revision_log_message, r.tyyppi, r.tilausnro::text, r.tilauksen_tila, r.laskutus_nimi',
  'r.laskutus_osoite1, r.laskutus_osoite2, r.laskutus_postinro, r.laskutus_postitmp, r.laskutus_maa',
  'r.laskutus_verkkolaskuosoite, r.laskutus_valittaja, r.laskutus_email, r.laskutus_viesti, r.tila_weight::text',
  'r.hinta::text, r.timestamp_toimitettu::text, r.avoin::text, r.toivottu_toimitus::text, r.asiakas_id::text, r.asiakas_id::text',
  hanging('tuntituote', 'tilaus_id'),
  'r.rahtikirja_id::text, r.rahtikirja_koonti_id::text, r.tilaus_ryhma_id::text, r.seurantalinkki::text, r.hinta_kasin::text',
  'r.odottaa_paatosta::text, r.saa_jattaa, r.maara::text, r.paino::text, r.lavapaikat::text',
  'r.vuokrakausi::text, r.ajopaiva::text, r.reittiasiakas, r.koskematon::text, r.lasku_id::text, r.vuokraus_id::text, r.reitti_id::text',
  'r.tuntituote_toisto_id::text',
]
const shipmentCells = [
  'r.drupal_internal__id::text, r.drupal_internal__id::text, r.vid::text, r.name, r.status::text, r.created::text',
  'r.changed::text, r.revision_created::text, r.revision_log_message, r.nouto_nimi, r.nouto_osoite1, r.nouto_osoite2',
  'r.nouto_postinro, r.nouto_postitmp, r.nouto_maa, r.nouto_yhteyshenkilo_etunimi, r.nouto_yhteyshenkilo_sukunimi',
  'r.nouto_yhteyshenkilo_puhelin, r.nouto_yhteyshenkilo_email, r.toimitus_nimi, r.toimitus_osoite1, r.toimitus_osoite2',
  'r.toimitus_postinro, r.toimitus_postitmp, r.toimitus_maa, r.toimitus_yhteyshenkilo_etunimi',
  'r.toimitus_yhteyshenkilo_sukunimi, r.toimitus_yhteyshenkilo_puhelin, r.toimitus_yhteyshenkilo_email, r.viesti, r.viite',
  'r.hinta::text, r.tila, r.tyyppi, r.maara::text, r.pituus::text, r.leveys::text, r.korkeus::text, r.yksikkopaino::text',
  'r.paino::text, r.kuvaus, r.varauma, r.tila_weight::text, r.toivottu_toimitus::text, r.timestamp_toimitettu::text',
  'r.asiakas_id::text, r.tilaus_id::text, r.asiakas_id::text, r.kuljettaja_id::text, r.auto_id::text, r.nouto_osoite_id::text',
  'r.nouto_yhteyshenkilo_id::text, r.toimitus_osoite_id::text, r.toimitus_yhteyshenkilo_id::text, r.nykyinen_osoite_id::text',
  `array_to_string(r.siirto_osoitteet_ids, ','), r.tuote_id::text, array_to_string(r.kuvat_ids, ',')`,
  ofShipments('v_o_kuittaus'),
  ofShipments('toimituspoikkeama'),
  'r.tyovuoro_id::text, r.poikkeama_id::text, r.laitteen_aika::text, r.timestamp_noudettu::text, r.tila_muuttui::text',
  'r.nouto_aika_alku::text, r.nouto_aika_loppu::text, r.toimitus_aika_alku::text, r.toimitus_aika_loppu::text, r.palveluaika::text',
  'r.luvattu_aika::text, r.laitteen_ero::text, r.myohastyminen::text, r.myohastyminen_ilmoitettu::text, r.noudettu_maara::text',
  'r.toimitettu_maara::text',
]
const customerCells = [
  'r.drupal_internal__id::text, r.drupal_internal__id::text, r.vid::text, r.name, r.status::text, r.created::text',
  'r.changed::text, r.revision_created::text, r.revision_log_message, r.y_tunnus, r.tyyppi, r.lisatiedot, r.maksuehto::text',
  'r.talenom_asiakasnumero, r.vuokrattava_hyllypaikka_fin_hinta::text, r.vuokrattava_hyllypaikka_eur_hinta::text',
  'r.vuokrattava_tila_hinta::text, r.kayntiosoite_id::text',
  hanging('laskutusosoite_email', 'asiakas_id'),
  hanging('laskutusosoite_posti', 'asiakas_id'),
  hanging('laskutusosoite_verkkolasku', 'asiakas_id'),
  `array_to_string(r.nouto_osoite_ids, ',')`,
  hanging('yhteyshenkilo', 'asiakas_id'),
  `(SELECT string_agg(u.id::text, ',' ORDER BY u.drupal_internal__id) FROM profile_asiakas k JOIN "user" u ON u.id = k.uid_id AND u.status = 1
    WHERE k.field_asiakas_id = r.id AND k.status = 1)`,
  'r.maksuehto_sovittu::text, r.saa_jattaa::text, r.laskutusvali, r.tilausvahvistus_email, r.toimitusviesti_email, r.myohastymisviesti_email',
]
const orderCellsOfScreen = [
  'r.vid::text, r.tilausnro::text, r.tilauksen_tila, r.hinta::text, r.toivottu_toimitus::text, r.timestamp_toimitettu::text',
  'r.asiakas_id::text, r.tilaus_ryhma_id::text, r.lavapaikat::text',
]
const shipmentCellsOfScreen = [
  'r.tilaus_id::text, r.nouto_nimi, r.nouto_osoite1, r.nouto_postitmp, r.toimitus_nimi, r.toimitus_osoite1, r.toimitus_postitmp',
  'r.vid::text, r.tila, r.tyyppi, r.maara::text, r.yksikkopaino::text, r.paino::text, r.kuvaus, r.viite, r.viesti',
  'r.toivottu_toimitus::text, r.poikkeama_id::text, r.kuljettaja_id::text, r.auto_id::text',
]
const jobCellsOfScreen = [
  'r.tilaus_id::text, r.nouto_nimi, r.nouto_osoite1, r.nouto_postitmp, r.vid::text, r.tila, r.tyyppi, r.aika::text, r.matka::text',
  'r.maara::text, r.selite, r.viite, r.viesti, r.toimituspaiva::text, r.kuljettaja_id::text, r.auto_id::text',
]

/** The index of the order's id among the cells of a line, by which lines are grouped into orders. */
export const orderOfShipment = 48
export const orderOfLineOfScreen = 2

function hanging(table: string, column: string): string {
  return `(SELECT string_agg(k.id::text, ',' ORDER BY k.drupal_internal__id) FROM ${table} k WHERE k.${column} = r.id AND k.status = 1)`
}

function ofShipments(table: string): string {
  return `(SELECT string_agg(k.id::text, ',' ORDER BY k.drupal_internal__id) FROM ${table} k WHERE k.lahetykset_ids && ARRAY[r.id] AND k.status = 1)`
}

/** Cells are separated by a comma outside parentheses. */
function width(cells: string): number {
  let depth = 0
  let count = 1
  for (const letter of cells) {
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if (letter === ',' && depth === 0) count++
  }
  return count
}

type Branch = { cells: readonly string[]; from: string }
type Parts = { page: string; count: string | null; order: readonly string[]; included: readonly Branch[] }

function statement({ page, count, order, included }: Parts): string {
  const branches = [{ cells: order, from: 'page r', by: 'r.n' }, ...included.map((branch) => ({ ...branch, by: 'r.drupal_internal__id' }))]
  const widest = Math.max(...branches.map(({ cells }) => width(cells.join(', '))))
  const selects = branches.map(({ cells, from, by }, index) => {
    const text = cells.join(', ')
    return `SELECT '${index}' AS b, r.id::text, ${text}${', NULL'.repeat(widest - width(text))}, ${by} AS o FROM ${from}`
  })
  const counted = count === null ? '' : `SELECT '-' AS b, (${count})::text${', NULL'.repeat(widest)}, 0 AS o UNION ALL `
  return `WITH page AS MATERIALIZED (${page}) ${counted}${selects.join(' UNION ALL ')} ORDER BY b, o`
}

const shipments = 'page JOIN lahetys r ON r.tilaus_id = page.id WHERE r.status = 1'
const customers = 'asiakas r WHERE r.id IN (SELECT asiakas_id FROM page)'
const ofLines = (column: string): string =>
  `SELECT l.${column} FROM page JOIN lahetys l ON l.tilaus_id = page.id WHERE l.status = 1
   UNION ALL SELECT t.${column} FROM page JOIN tuntituote t ON t.tilaus_id = page.id WHERE t.status = 1`

const openPage = `SELECT *, row_number() OVER (ORDER BY NULLIF(toivottu_toimitus, 0), id) AS n FROM tilaus WHERE avoin AND status = 1 ORDER BY NULLIF(toivottu_toimitus, 0), id LIMIT 50`
/** A page that begins at an offset. */
const anyPage = `SELECT r.*, p.n FROM (SELECT id, row_number() OVER (ORDER BY NULLIF(toivottu_toimitus, 0), id) AS n FROM tilaus WHERE avoin AND status = 1
  ORDER BY NULLIF(toivottu_toimitus, 0), id LIMIT 50 OFFSET $1) p JOIN tilaus r ON r.id = p.id`
const filteredRows = `FROM tilaus WHERE avoin AND status = 1 AND toivottu_toimitus >= $1::bigint
  AND id IN (SELECT tilaus_id FROM lahetys WHERE nouto_postitmp = $2 AND status = 1)`
const filteredPage = `SELECT *, row_number() OVER (ORDER BY NULLIF(toivottu_toimitus, 0), id) AS n ${filteredRows} ORDER BY NULLIF(toivottu_toimitus, 0), id LIMIT 50`
const openCount = 'SELECT count(*) FROM tilaus WHERE avoin AND status = 1'
const deepPage = `SELECT r.*, p.n FROM (SELECT id, row_number() OVER (ORDER BY created DESC, id DESC) AS n FROM tilaus WHERE status = 1
  ORDER BY created DESC, id DESC LIMIT 50 OFFSET 50000) p JOIN tilaus r ON r.id = p.id`
/** Searches as in decision 13: the newest orders with words that begin with the typed ones, 500 at most. */
const foundRows = `FROM tilaus_haku h WHERE array_to_tsvector(string_to_array(btrim(h.sanat), ' ')) @@ $1::tsquery`
const foundPage = `SELECT r.*, p.n FROM (SELECT h.id, row_number() OVER (ORDER BY h.nro DESC) AS n ${foundRows} ORDER BY h.nro DESC LIMIT 50) p JOIN tilaus r ON r.id = p.id`
const long = {
  order: orderCells,
  included: [
    { cells: shipmentCells, from: shipments },
    { cells: customerCells, from: customers },
  ],
}
const ofScreen = {
  order: orderCellsOfScreen,
  included: [
    { cells: ['r.name'], from: customers },
    { cells: shipmentCellsOfScreen, from: shipments },
    { cells: jobCellsOfScreen, from: 'page JOIN tuntituote r ON r.tilaus_id = page.id WHERE r.status = 1' },
    { cells: ['r.drupal_internal__id::text'], from: 'tilaus_ryhma r WHERE r.id IN (SELECT tilaus_ryhma_id FROM page)' },
    { cells: ['r.field_fullname, r.name'], from: `"user" r WHERE r.id IN (${ofLines('kuljettaja_id')})` },
    { cells: ['r.rekisterinumero'], from: `auto r WHERE r.id IN (${ofLines('auto_id')})` },
  ],
}

export const allColumns = statement({ page: openPage, count: openCount, ...long })
export const screen = statement({ page: openPage, count: openCount, ...ofScreen })
export const pages = statement({ page: anyPage, count: openCount, ...ofScreen })
export const filtered = statement({ page: filteredPage, count: `SELECT count(*) ${filteredRows}`, ...ofScreen })
export const search = statement({ page: foundPage, count: `SELECT count(*) FROM (SELECT ${foundRows} LIMIT 500) f`, ...ofScreen })
/** The first row and the total count. */
export const count = `SELECT id::text, tilausnro::text, (${openCount})::text FROM tilaus WHERE avoin AND status = 1 ORDER BY drupal_internal__id LIMIT 1`
export const image = 'SELECT filemime, filename, filesize::text FROM file WHERE id = $1 AND status = 1'
export const one = statement({ page: 'SELECT *, 1 AS n FROM tilaus WHERE id = $1', count: null, ...long })
export const deep = statement({ page: deepPage, count: 'SELECT count(*) FROM tilaus WHERE status = 1', ...ofScreen })

/** The fields of a shipment in the order form, in the order of the parameters. */
export const formFields = [
  'nouto_nimi',
  'nouto_osoite1',
  'nouto_osoite2',
  'nouto_postinro',
  'nouto_postitmp',
  'nouto_maa',
  'nouto_yhteyshenkilo_etunimi',
  'nouto_yhteyshenkilo_sukunimi',
  'nouto_yhteyshenkilo_puhelin',
  'nouto_yhteyshenkilo_email',
  'toimitus_nimi',
  'toimitus_osoite1',
  'toimitus_osoite2',
  'toimitus_postinro',
  'toimitus_postitmp',
  'toimitus_maa',
  'toimitus_yhteyshenkilo_etunimi',
  'toimitus_yhteyshenkilo_sukunimi',
  'toimitus_yhteyshenkilo_puhelin',
  'toimitus_yhteyshenkilo_email',
  'viesti',
  'viite',
  'toivottu_toimitus',
  'tyyppi',
  'maara',
  'pituus',
  'leveys',
  'korkeus',
  'yksikkopaino',
  'kuvaus',
  'varauma',
] as const

const base = 'vid, name, status, created, changed, revision_created, revision_log_message'
const baseValues = `1, '', 1, $2::bigint, $2::bigint, $2::bigint, ''`
const typed: Partial<Record<(typeof formFields)[number], string>> = {
  toivottu_toimitus: 'bigint',
  maara: 'integer',
  pituus: 'integer',
  leveys: 'integer',
  korkeus: 'integer',
  yksikkopaino: 'numeric',
}
/** $1 order, $2 now, $3 customer, $4 message for the invoice; then the id and the form's fields of each shipment. */
const firstOfShipments = 5

function newShipment(index: number): string {
  const first = firstOfShipments + index * (formFields.length + 1)
  const values = formFields.map((field, at) => `$${first + 1 + at}::${typed[field] ?? 'text'}`)
  const weight = `${values[formFields.indexOf('yksikkopaino')]} * ${values[formFields.indexOf('maara')]}`
  return `($${first}::uuid, ${baseValues}, ${values.join(', ')}, ${weight}, 0, 'odottaa_noutoa', 5, 0, 0, 0, $2::bigint, $1::uuid, $3::uuid, '{}'::uuid[], '{}'::uuid[],
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`
}

/** Stores the three rows and the order's number in one statement, and so in one transaction. */
export const create = `WITH numero AS (UPDATE numerosarja SET seuraava = seuraava + 1 WHERE nimi = 'tilaus.tilausnro' RETURNING seuraava - 1 AS n),
  tilattu AS (INSERT INTO tilaus (id, ${base}, tyyppi, tilausnro, tilauksen_tila, laskutus_nimi, laskutus_osoite1, laskutus_osoite2, laskutus_postinro,
      laskutus_postitmp, laskutus_maa, laskutus_verkkolaskuosoite, laskutus_valittaja, laskutus_email, laskutus_viesti, tila_weight, hinta, hinta_kasin,
      timestamp_toimitettu, avoin, odottaa_paatosta, saa_jattaa, seurantalinkki, toivottu_toimitus, asiakas_id,
      vuokrakausi, ajopaiva, reittiasiakas, koskematon)
    SELECT $1::uuid, ${baseValues}, 'lahetys', n, 'uusi', '', '', '', '', '', 'FI', '', '', '', $4::text, 0, 0, false, 0, true, false, 'ei', false, $${firstOfShipments + 1 + formFields.indexOf('toivottu_toimitus')}::bigint, $3::uuid,
      0, 0, '', false FROM numero
    RETURNING *),
  rivit AS (INSERT INTO lahetys (id, ${base}, ${formFields.join(', ')}, paino, hinta, tila, tila_weight, timestamp_toimitettu, laitteen_aika,
      timestamp_noudettu, tila_muuttui, tilaus_id, asiakas_id,
      siirto_osoitteet_ids, kuvat_ids, nouto_aika_alku, nouto_aika_loppu, toimitus_aika_alku, toimitus_aika_loppu, palveluaika, luvattu_aika,
      laitteen_ero, myohastyminen, myohastyminen_ilmoitettu, noudettu_maara, toimitettu_maara) VALUES ${newShipment(0)}, ${newShipment(1)} RETURNING *)
  SELECT '0' AS b, r.id::text, ${orderCells.join(', ')}${', NULL'.repeat(width(shipmentCells.join(', ')) - width(orderCells.join(', ')))}, 0 AS o FROM tilattu r
  UNION ALL SELECT '1', r.id::text, ${shipmentCells.join(', ')}, r.drupal_internal__id FROM rivit r ORDER BY b, o`

export const change = `UPDATE tuntituote_tyyppi SET hinta_h = $1::numeric, vid = vid + 1 WHERE drupal_internal__id = 1 RETURNING id, vid, changed`
