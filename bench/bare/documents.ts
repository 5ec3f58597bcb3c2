// JSON:API documents written cell by cell from the statement's rows: the baseline for the server's compiled serializers.

/** Text or null, as PostgreSQL sends it. Cell 0 is the branch, 1 the id. */
export type Cells = readonly (string | null)[]

const text = (value: string | null | undefined): string => JSON.stringify(value)
const one = (type: string, id: string | null | undefined): string => (id ? `{"data":{"type":"${type}","id":"${id}"}}` : '{"data":null}')

function many(type: string, ids: string | null | undefined): string {
  if (!ids) return '{"data":[]}'
  return `{"data":[{"type":"${type}","id":"${ids.replaceAll(',', `"},{"type":"${type}","id":"`)}"}]}`
}

/** Billing addresses are of three types; the statement returns one list of ids for each. */
function billing(email: string | null | undefined, post: string | null | undefined, eInvoice: string | null | undefined): string {
  const parts = [
    email && many('osoite_entity--laskutusosoite_email', email),
    post && many('osoite_entity--laskutusosoite_posti', post),
    eInvoice && many('osoite_entity--laskutusosoite_verkkolasku', eInvoice),
  ]
  return `{"data":[${parts.flatMap((part) => (part ? [part.slice(9, -2)] : [])).join(',')}]}`
}

const orderHead = (r: Cells): string =>
  `{"type":"tilaus_entity--tilaus_entity","id":"${r[1]}","links":{"self":{"href":"/jsonapi/tilaus_entity/tilaus_entity/${r[1]}"}},"attributes":{` +
  `"tunniste":"T-${r[2]}","drupal_internal__id":${r[3]},"vid":${r[4]},"name":${text(r[5])},"status":${r[6]},"created":${r[7]}` +
  `,"changed":${r[8]},"revision_created":${r[9]},"revision_log_message":${text(r[10])},"tyyppi":"${r[11]}","tilausnro":${r[12]}` +
  `,"tilauksen_tila":"${r[13]}","laskutus_nimi":${text(r[14])},"laskutus_osoite1":${text(r[15])},"laskutus_osoite2":${text(r[16])}` +
  `,"laskutus_postinro":${text(r[17])},"laskutus_postitmp":${text(r[18])},"laskutus_maa":${text(r[19])}` +
  `,"laskutus_verkkolaskuosoite":${text(r[20])},"laskutus_valittaja":${text(r[21])},"laskutus_email":${text(r[22])}` +
  `,"laskutus_viesti":${text(r[23])},"tila_weight":${r[24]},"hinta":${r[25]},"hinta_kasin":${r[36]},"timestamp_toimitettu":${r[26]},"avoin":${r[27]}` +
  `,"toivottu_toimitus":${r[28]},"odottaa_paatosta":${r[37]},"maara":${r[39]},"paino":${r[40]},"lavapaikat":${r[41]},"vuokrakausi":${r[42]},"ajopaiva":${r[43]},"reittiasiakas":${text(r[44])},"koskematon":${r[45]},"saa_jattaa":"${r[38]}","seurantalinkki":${r[35]},"asiakas_id":"${r[29]}"` +
  `,"langcode":"fi","revision_translation_affected":true,"default_langcode":true,"extra_fields":{}},"relationships":{`

export const orderDocument = (r: Cells, [shipments = '']: readonly string[]): string =>
  orderHead(r) +
  `"asiakas":${one('asiakas_entity--asiakas_entity', r[30])},"lahetykset":${many('lahetys_entity--lahetys', shipments)}` +
  `,"tuntituotteet":${many('tuntituote--tuntituote', r[31])},"rahtikirja":${one('file--file', r[32])}` +
  `,"rahtikirja_koonti":${one('file--file', r[33])},"tilaus_ryhma":${one('tilaus_ryhma--tilaus_ryhma', r[34])},"lasku":${one('lasku--lasku', r[46])}` +
  `,"vuokraus":${one('vuokraus--vuokraus', r[47])},"reitti":${one('reitti_entity--reitti_entity', r[48])}` +
  `,"tuntituote_toisto":${one('tuntituote_toisto--tuntituote_toisto', r[49])}}}`

/** The addresses of an order's relation, which a single order contains and a list does not. */
function linked(id: string | null | undefined, name: string, linkage: string): string {
  const path = `/jsonapi/tilaus_entity/tilaus_entity/${id}`
  return `"${name}":${linkage.slice(0, -1)},"links":{"self":{"href":"${path}/relationships/${name}"},"related":{"href":"${path}/${name}"}}}`
}

export const orderDocumentAlone = (r: Cells, [shipments = '']: readonly string[]): string =>
  `${orderHead(r)}${linked(r[1], 'asiakas', one('asiakas_entity--asiakas_entity', r[30]))},${linked(r[1], 'lahetykset', many('lahetys_entity--lahetys', shipments))}` +
  `,${linked(r[1], 'tuntituotteet', many('tuntituote--tuntituote', r[31]))},${linked(r[1], 'rahtikirja', one('file--file', r[32]))}` +
  `,${linked(r[1], 'rahtikirja_koonti', one('file--file', r[33]))},${linked(r[1], 'tilaus_ryhma', one('tilaus_ryhma--tilaus_ryhma', r[34]))}` +
  `,${linked(r[1], 'lasku', one('lasku--lasku', r[46]))},${linked(r[1], 'vuokraus', one('vuokraus--vuokraus', r[47]))}` +
  `,${linked(r[1], 'reitti', one('reitti_entity--reitti_entity', r[48]))}` +
  `,${linked(r[1], 'tuntituote_toisto', one('tuntituote_toisto--tuntituote_toisto', r[49]))}}}`

export const shipmentDocument = (r: Cells): string =>
  `{"type":"lahetys_entity--lahetys","id":"${r[1]}","links":{"self":{"href":"/jsonapi/lahetys_entity/lahetys/${r[1]}"}},"attributes":{` +
  `"tunniste":"L-${r[2]}","drupal_internal__id":${r[3]},"vid":${r[4]},"name":${text(r[5])},"status":${r[6]},"created":${r[7]}` +
  `,"changed":${r[8]},"revision_created":${r[9]},"revision_log_message":${text(r[10])},"nouto_nimi":${text(r[11])}` +
  `,"nouto_osoite1":${text(r[12])},"nouto_osoite2":${text(r[13])},"nouto_postinro":${text(r[14])},"nouto_postitmp":${text(r[15])}` +
  `,"nouto_maa":${text(r[16])},"nouto_yhteyshenkilo_etunimi":${text(r[17])},"nouto_yhteyshenkilo_sukunimi":${text(r[18])}` +
  `,"nouto_yhteyshenkilo_puhelin":${text(r[19])},"nouto_yhteyshenkilo_email":${text(r[20])},"toimitus_nimi":${text(r[21])}` +
  `,"toimitus_osoite1":${text(r[22])},"toimitus_osoite2":${text(r[23])},"toimitus_postinro":${text(r[24])}` +
  `,"toimitus_postitmp":${text(r[25])},"toimitus_maa":${text(r[26])},"toimitus_yhteyshenkilo_etunimi":${text(r[27])}` +
  `,"toimitus_yhteyshenkilo_sukunimi":${text(r[28])},"toimitus_yhteyshenkilo_puhelin":${text(r[29])}` +
  `,"toimitus_yhteyshenkilo_email":${text(r[30])},"viesti":${text(r[31])},"viite":${text(r[32])},"hinta":${r[33]},"tila":"${r[34]}"` +
  `,"tyyppi":"${r[35]}","maara":${r[36]},"pituus":${r[37]},"leveys":${r[38]},"korkeus":${r[39]},"yksikkopaino":${r[40]}` +
  `,"paino":${r[41]},"kuvaus":${text(r[42])},"varauma":"${r[43]}","tila_weight":${r[44]},"toivottu_toimitus":${r[45]}` +
  `,"timestamp_toimitettu":${r[46]},"laitteen_aika":${r[64]},"timestamp_noudettu":${r[65]},"tila_muuttui":${r[66]},"nouto_aika_alku":${r[67]},"nouto_aika_loppu":${r[68]}` +
  `,"toimitus_aika_alku":${r[69]},"toimitus_aika_loppu":${r[70]},"palveluaika":${r[71]},"luvattu_aika":${r[72]},"laitteen_ero":${r[73]}` +
  `,"myohastyminen":${r[74]},"myohastyminen_ilmoitettu":${r[75]},"noudettu_maara":${r[76]},"toimitettu_maara":${r[77]},"asiakas_id":"${r[47]}"` +
  `,"langcode":"fi","revision_translation_affected":true,"default_langcode":true,"extra_fields":{}},"relationships":{` +
  `"tilaus":${one('tilaus_entity--tilaus_entity', r[48])},"asiakas":${one('asiakas_entity--asiakas_entity', r[49])}` +
  `,"kuljettaja":${one('user--user', r[50])},"auto":${one('auto_entity--auto_entity', r[51])}` +
  `,"nouto_osoite":${one('osoite_entity--postiosoite', r[52])}` +
  `,"nouto_yhteyshenkilo":${one('yhteyshenkilo_entity--yhteyshenkilo', r[53])}` +
  `,"toimitus_osoite":${one('osoite_entity--postiosoite', r[54])}` +
  `,"toimitus_yhteyshenkilo":${one('yhteyshenkilo_entity--yhteyshenkilo', r[55])}` +
  `,"nykyinen_osoite":${one('osoite_entity--postiosoite', r[56])},"siirto_osoitteet":${many('osoite_entity--postiosoite', r[57])}` +
  `,"tuote":${one('tuote_entity--tuote_entity', r[58])},"kuvat":${many('file--file', r[59])}` +
  `,"kuittaukset":${many('v_o_kuittaus_entity--v_o_kuittaus_entity', r[60])}` +
  `,"poikkeamat":${many('toimituspoikkeama_entity--toimituspoikkeama_entity', r[61])}` +
  `,"tyovuoro":${one('tyovuoro_entity--tyovuoro_entity', r[62])}` +
  `,"poikkeama":${one('toimituspoikkeama_entity--toimituspoikkeama_entity', r[63])}}}`

export const customerDocument = (r: Cells): string =>
  `{"type":"asiakas_entity--asiakas_entity","id":"${r[1]}","links":{"self":{"href":"/jsonapi/asiakas_entity/asiakas_entity/${r[1]}"}},"attributes":{` +
  `"tunniste":"A-${r[2]}","drupal_internal__id":${r[3]},"vid":${r[4]},"name":${text(r[5])},"status":${r[6]},"created":${r[7]}` +
  `,"changed":${r[8]},"revision_created":${r[9]},"revision_log_message":${text(r[10])},"y_tunnus":${text(r[11])},"tyyppi":"${r[12]}"` +
  `,"lisatiedot":${text(r[13])},"maksuehto":${r[14]},"maksuehto_sovittu":${r[26]},"talenom_asiakasnumero":${text(r[15])},"saa_jattaa":${r[27]},"laskutusvali":"${r[28]}"` +
  `,"tilausvahvistus_email":${text(r[29])},"toimitusviesti_email":${text(r[30])},"myohastymisviesti_email":${text(r[31])}` +
  `,"vuokrattava_hyllypaikka_fin_hinta":${r[16]},"vuokrattava_hyllypaikka_eur_hinta":${r[17]},"vuokrattava_tila_hinta":${r[18]}` +
  `,"langcode":"fi","revision_translation_affected":true,"default_langcode":true,"extra_fields":{}},"relationships":{` +
  `"kayntiosoite":${one('osoite_entity--postiosoite', r[19])},"laskutusosoite":${billing(r[20], r[21], r[22])}` +
  `,"nouto_osoite":${many('osoite_entity--postiosoite', r[23])},"yhteyshenkilo":${many('yhteyshenkilo_entity--yhteyshenkilo', r[24])}` +
  `,"asiakkaan_kayttajat":${many('user--user', r[25])}}}`

const head = (type: string, path: string, id: string | null | undefined): string =>
  `{"type":"${type}","id":"${id}","links":{"self":{"href":"/jsonapi/${path}/${id}"}},"attributes":{`

export const orderOfScreen = (r: Cells, [, shipments = '', jobs = '']: readonly string[]): string =>
  `${head('tilaus_entity--tilaus_entity', 'tilaus_entity/tilaus_entity', r[1])}"vid":${r[2]},"tunniste":"T-${r[3]}"` +
  `,"tilauksen_tila":"${r[4]}","hinta":${r[5]},"toivottu_toimitus":${r[6]},"timestamp_toimitettu":${r[7]},"lavapaikat":${r[10]}},"relationships":{` +
  `"asiakas":${one('asiakas_entity--asiakas_entity', r[8])},"lahetykset":${many('lahetys_entity--lahetys', shipments)}` +
  `,"tuntituotteet":${many('tuntituote--tuntituote', jobs)},"tilaus_ryhma":${one('tilaus_ryhma--tilaus_ryhma', r[9])}}}`

export const shipmentOfScreen = (r: Cells): string =>
  `${head('lahetys_entity--lahetys', 'lahetys_entity/lahetys', r[1])}"nouto_nimi":${text(r[3])},"nouto_osoite1":${text(r[4])}` +
  `,"nouto_postitmp":${text(r[5])},"toimitus_nimi":${text(r[6])},"toimitus_osoite1":${text(r[7])},"toimitus_postitmp":${text(r[8])}` +
  `,"vid":${r[9]},"tila":"${r[10]}","tyyppi":"${r[11]}","maara":${r[12]},"yksikkopaino":${r[13]},"paino":${r[14]}` +
  `,"kuvaus":${text(r[15])},"viite":${text(r[16])},"viesti":${text(r[17])},"toivottu_toimitus":${r[18]}},"relationships":{` +
  `"poikkeama":${one('toimituspoikkeama_entity--toimituspoikkeama_entity', r[19])},"kuljettaja":${one('user--user', r[20])}` +
  `,"auto":${one('auto_entity--auto_entity', r[21])}}}`

export const jobOfScreen = (r: Cells): string =>
  `${head('tuntituote--tuntituote', 'tuntituote/tuntituote', r[1])}"nouto_nimi":${text(r[3])},"nouto_osoite1":${text(r[4])}` +
  `,"nouto_postitmp":${text(r[5])},"vid":${r[6]},"tila":"${r[7]}","tyyppi":"${r[8]}","aika":${r[9]},"matka":${r[10]},"maara":${r[11]}` +
  `,"selite":${text(r[12])},"viite":${text(r[13])},"viesti":${text(r[14])},"toimituspaiva":${r[15]}},"relationships":{` +
  `"kuljettaja":${one('user--user', r[16])},"auto":${one('auto_entity--auto_entity', r[17])}}}`

export const customerOfScreen = (r: Cells): string =>
  `${head('asiakas_entity--asiakas_entity', 'asiakas_entity/asiakas_entity', r[1])}"name":${text(r[2])}}}`
export const groupOfScreen = (r: Cells): string =>
  `${head('tilaus_ryhma--tilaus_ryhma', 'tilaus_ryhma/tilaus_ryhma', r[1])}"tunniste":"TR-${r[2]}"}}`
export const userOfScreen = (r: Cells): string =>
  `${head('user--user', 'user/user', r[1])}"field_fullname":${text(r[2])},"name":${text(r[3])}}}`
export const carOfScreen = (r: Cells): string =>
  `${head('auto_entity--auto_entity', 'auto_entity/auto_entity', r[1])}"rekisterinumero":${text(r[2])}}}`
