// The entities of the specification, copied from it: the minimum that the registry must contain. Never generate it from the registry.
import type { EntityName } from '../model/registry.ts'

type SpecEntity = {
  type: string
  fields: string
  relations?: string
  /** Only the defaults that the specification gives; also sets of choices. */
  defaults?: Readonly<Record<string, unknown>>
  choices?: Readonly<Record<string, string>>
  nameDefault?: string
}

const place =
  'nouto_nimi nouto_osoite1 nouto_osoite2 nouto_postinro nouto_postitmp nouto_maa nouto_yhteyshenkilo_etunimi nouto_yhteyshenkilo_sukunimi nouto_yhteyshenkilo_puhelin nouto_yhteyshenkilo_email'
const prices = 'hinta_h hinta_km hinta_kpl'
const person = 'field_etunimi field_sukunimi field_puhelinnumero field_puhelinnumero_maakoodi'
const dialcode = { field_puhelinnumero_maakoodi: '358' }
const timeSums =
  'aika_kesto aika_tyoaika aika_ylityo_50 aika_ylityo_100 aika_ilta aika_yo aika_pyha aika_ajo aika_lastaus aika_purku aika_muu aika_tauko aika_odotus'

export const specEntities: Partial<Record<EntityName, SpecEntity>> = {
  asiakas: {
    type: 'asiakas_entity--asiakas_entity',
    fields:
      'y_tunnus tyyppi lisatiedot maksuehto talenom_asiakasnumero vuokrattava_hyllypaikka_fin_hinta vuokrattava_hyllypaikka_eur_hinta vuokrattava_tila_hinta',
    relations: 'kayntiosoite laskutusosoite nouto_osoite yhteyshenkilo asiakkaan_kayttajat',
  },
  postiosoite: {
    type: 'osoite_entity--postiosoite',
    fields: 'field_osoite_1 field_osoite_2 field_postinumero field_postitoimipaikka field_maa puhelin tyyppi',
    relations: 'yhteyshenkilo',
    defaults: { field_maa: 'FI' },
  },
  laskutusosoite_email: {
    type: 'osoite_entity--laskutusosoite_email',
    fields: 'field_sahkopostiosoite lisatiedot tyyppi oletus asiakas_id',
    defaults: { tyyppi: ['laskutus'], oletus: false },
  },
  laskutusosoite_posti: {
    type: 'osoite_entity--laskutusosoite_posti',
    fields: 'field_maa field_osoite_1 field_osoite_2 field_postinumero field_postitoimipaikka lisatiedot tyyppi oletus lat lng asiakas_id',
    defaults: { field_maa: 'FI' },
  },
  laskutusosoite_verkkolasku: {
    type: 'osoite_entity--laskutusosoite_verkkolasku',
    fields: 'field_verkkolaskuosoite field_valittaja lisatiedot tyyppi oletus asiakas_id',
    defaults: { tyyppi: ['laskutus'] },
  },
  yhteyshenkilo: { type: 'yhteyshenkilo_entity--yhteyshenkilo', fields: 'email etunimi sukunimi puhelin tyyppi asiakas_id' },
  // Passwords and profile_fields belong to the call (decision 34).
  user: { type: 'user--user', fields: 'mail timezone user_roles field_fullname' },
  profile_yllapito: { type: 'profile--yllapito', fields: person, relations: 'uid', defaults: dialcode },
  profile_kuljettaja: {
    type: 'profile--kuljettaja',
    fields: `${person} field_extra field_ammattipatevyys_voimassa field_digipiirturikortti_voimass`,
    relations: 'uid',
    defaults: dialcode,
  },
  profile_asiakas: { type: 'profile--asiakas', fields: person, relations: 'uid field_asiakas', defaults: dialcode },
  tilaus: {
    type: 'tilaus_entity--tilaus_entity',
    fields:
      'tyyppi tilausnro tilauksen_tila laskutus_nimi laskutus_osoite1 laskutus_osoite2 laskutus_postinro laskutus_postitmp laskutus_maa laskutus_verkkolaskuosoite laskutus_valittaja laskutus_email laskutus_viesti tila_weight hinta timestamp_toimitettu asiakas_id',
    relations: 'asiakas lahetykset tuntituotteet rahtikirja rahtikirja_koonti',
    defaults: { tyyppi: 'lahetys', tilauksen_tila: 'uusi' },
    choices: { tyyppi: 'lahetys tunti vuokraus', tilauksen_tila: 'uusi kuljetuksessa toimitettu laskutettu' },
  },
  lahetys: {
    type: 'lahetys_entity--lahetys',
    fields: `${place} ${place.replaceAll('nouto_', 'toimitus_')} viesti viite hinta tila maara pituus leveys korkeus yksikkopaino paino kuvaus varauma tila_weight toivottu_toimitus timestamp_toimitettu asiakas_id`,
    relations:
      'kuljettaja auto nouto_osoite nouto_yhteyshenkilo toimitus_osoite toimitus_yhteyshenkilo nykyinen_osoite siirto_osoitteet tuote kuvat',
    defaults: { tila: 'odottaa_noutoa', nouto_maa: 'FI', toimitus_maa: 'FI' },
    choices: { tila: 'odottaa_noutoa odottaa_siirtoa siirto siirretty kuljetuksessa toimitettu myohassa peruutettu' },
  },
  tuote: {
    type: 'tuote_entity--tuote_entity',
    fields: 'pituus leveys korkeus paino kuvaus lukitse_pituus lukitse_leveys lukitse_korkeus lukitse_paino tyyppi asiakas_id',
    choices: { tyyppi: 'rullakko paketti muu' },
  },
  file: { type: 'file--file', fields: 'fid filemime filename filesize uri asiakas_id kuvaus' },
  v_o_kuittaus: {
    type: 'v_o_kuittaus_entity--v_o_kuittaus_entity',
    fields: 'nimenselvennys tarkiste asiakas_id',
    relations: 'lahetykset kuittaus',
  },
  auto: { type: 'auto_entity--auto_entity', fields: 'rekisterinumero kustannuspaikka mapon_id seuraava_katsastus', relations: 'huollot' },
  huolto: { type: 'huolto_entity--huolto_entity', fields: 'tehty info paiva', defaults: { tehty: false }, nameDefault: 'Huolto' },
  notification: {
    type: 'notification_entity--notification_entity',
    fields: 'message roles disabled key tyyppi start end is_dismissed',
    choices: { tyyppi: 'GLOBAL PERSONAL' },
  },
  tuntituote: {
    type: 'tuntituote--tuntituote',
    fields: `tuntituote_hinta hinta aika matka maara viesti viite tyyppi tila ${place} selite minimilaskutus aloitusaika lopetusaika toimituspaiva asiakas_id`,
    relations: 'kuljettaja auto nouto_osoite nouto_yhteyshenkilo tuntituote_tyyppi tuntituote_instanssi tuntituote_toisto',
    defaults: { tyyppi: 'aika', tila: 'odottaa_noutoa', minimilaskutus: 450, nouto_maa: 'FI' },
    choices: { tila: 'odottaa_noutoa kuljetuksessa toimitettu peruutettu' },
    nameDefault: 'tuntituote',
  },
  tuntituote_tyyppi: { type: 'tuntituote_tyyppi--tuntituote_tyyppi', fields: prices },
  tuntituote_instanssi: {
    type: 'tuntituote_instanssi--tuntituote_instanssi',
    fields: `${prices} asiakas_id`,
    relations: 'tuntituote_tyyppi',
  },
  tuntituote_toisto: {
    type: 'tuntituote_toisto_entity--tuntituote_toisto_entity',
    fields: `tyyppi tila minimilaskutus viikonpaivat ajetaan_pyhapaivat viesti viite selite laskutus_viesti ${place} tuntituote_hinta aktivointipaiva`,
    relations: 'asiakas tuntituote_tyyppi tuntituote_instanssi nouto_osoite nouto_yhteyshenkilo',
    // The rules test that aktivointipaiva is the start of today (route.rules.test.ts).
    defaults: {
      tyyppi: 'aika',
      tila: 'aktiivinen',
      minimilaskutus: 450,
      viikonpaivat: [],
      ajetaan_pyhapaivat: false,
      tuntituote_hinta: 0,
    },
    choices: { tyyppi: 'aika matka maara', tila: 'odottaa aktiivinen arkistoitu' },
  },
  tilaus_ryhma: { type: 'tilaus_ryhma--tilaus_ryhma', fields: 'hinta asiakas_id', relations: 'tilaukset tuntituotteet' },
  dokumentti: { type: 'dokumentti--dokumentti', fields: 'kuvaus', relations: 'tiedostot kuittaukset' },
  dokumentti_kuittaus: { type: 'dokumentti_kuittaus--dokumentti_kuittaus', fields: 'nimenselvennys', relations: 'kayttaja kuittaus' },
  vuokraus: {
    type: 'vuokraus_entity--vuokraus_entity',
    fields: 'tila hinta hinta_total maara laskutuskausi tyyppi laskutuspaiva asiakas_id',
    relations: 'asiakas',
    defaults: { hinta: 0, hinta_total: 0, maara: 0 },
    choices: { tila: 'aktiivinen arkistoitu', tyyppi: 'hyllypaikka_fin hyllypaikka_eur tila', laskutuskausi: 'Y-m-15 Y-m-t' },
  },
  reitti: {
    type: 'reitti_entity--reitti_entity',
    fields: 'reittinro tila hinnat hinta laskutuspaivat viikonpaivat aktivointipaiva',
    relations: 'asiakkaat kuljettaja auto osoitteet',
    defaults: { tila: 'aktiivinen' },
    choices: { tila: 'aktiivinen arkistoitu', laskutuspaivat: '15 t' },
  },
  tyovuoro: {
    type: 'tyovuoro_entity--tyovuoro_entity',
    fields: 'paiva kesto tila tyyppi',
    relations: 'tyoreitti kuljettaja kuljettaja_default auto',
    defaults: { kesto: 0, tila: 'UNPUBLISHED', tyyppi: 'TYOVUORO' },
    choices: { tila: 'UNPUBLISHED PUBLISHED', tyyppi: 'EI_AJOA TYOVUORO VAPAA LOMA SAIRASLOMA KOULUTUS' },
  },
  tyovuoro_lisatieto: { type: 'tyovuoro_lisatieto--tyovuoro_lisatieto', fields: 'paiva viesti', defaults: { viesti: '' } },
  tyoreitti: {
    type: 'tyoreitti_entity--tyoreitti_entity',
    fields: 'reittinro color tila kesto lisatiedot',
    relations: 'kuljettaja auto vakioreitti',
    defaults: { color: '#ffffff', tila: 'ACTIVE', kesto: 0, lisatiedot: { value: '' } },
  },
  tyovuoro_kirjaus: {
    type: 'tyovuoro_kirjaus_entity--tyovuoro_kirjaus_entity',
    fields: `paiva alkuaika loppuaika timestamp_latest_change tarkistettu lahetetty ${timeSums}`,
    relations: 'kuljettaja user_latest_change auto tyotehtavat',
    defaults: Object.fromEntries(timeSums.split(' ').map((sum) => [sum, 0])),
  },
  tyovuoro_kirjaus_tehtava: {
    type: 'tyovuoro_kirjaus_tehtava_entity--tyovuoro_kirjaus_tehtava_entity',
    fields: 'alkuaika tyyppi latitude longitude address_print',
    choices: { tyyppi: 'AJO LASTAUS PURKU TAUKO ODOTUS TANKKAUS PESU MUU' },
  },
  // rules/prices.md#price-lists.
  hinnasto: {
    type: 'hinnasto_entity--hinnasto_entity',
    fields:
      'voimassa_alkaen perusmaksu hinta_kg hinta_rullakko hinta_paketti hinta_lavapaikka hinta_km minimihinta polttoainelisa_prosentti',
    relations: 'asiakas',
  },
}
