import type { ColumnType, Generated } from 'kysely'
import type { OutgoingInvoice } from '#domain/features/invoicing/outgoing-invoice.ts'
import type { mailKinds, mailStates } from '#domain/features/mail/outgoing-mail.ts'
import type { BellKind } from '#domain/features/notifications/notifications.ts'
import type { PayrollLayout } from '#domain/features/settings/payroll-settings.ts'
import type { SmsKind, SmsState } from '#domain/features/sms/sent-sms.ts'
import type { WaybillForm } from '#domain/features/waybills/forms.ts'
import type { ColumnValues } from '#domain/model/columns.ts'
import type { EntityName, Registry } from '#domain/model/registry.ts'

/** Only the engine writes entities: a query can only read their columns. */
type ReadOnly<T> = { [C in keyof T]: ColumnType<T[C], never, never> }
type EntityTables = { [N in EntityName]: ReadOnly<ColumnValues<Registry[N]>> }

/** The tables beside the entities that the SQL of features touches. A test compares them with the database. */
export type TechnicalTables = {
  /** The settings that have a stored value (domain/features/settings). */
  asetus: { avain: string; arvo: unknown; muutettu: number; kayttaja: string | null }
  /** Who changed which setting, and when. */
  asetusmuutos: { id: Generated<number>; avain: string; ennen: unknown; jalkeen: unknown; aika: number; kayttaja: string | null }
  /** Text messages on their way and those that were sent. */
  lahteva_tekstiviesti: {
    id: Generated<string>
    luotu: number
    laji: SmsKind
    lahettaja_id: string | null
    vastaanottaja_id: string
    numero: string
    teksti: string
    osia: number
    tila: Generated<SmsState>
    yrityksia: Generated<number>
    lahetetty: Generated<number>
    toimitettu: Generated<number>
    palvelun_tunnus: Generated<string>
    virhe: Generated<string>
    tilaukset: Generated<string[]>
    jakso_alku: Generated<number>
    jakso_loppu: Generated<number>
  }
  /** What has been announced to the devices of a person. */
  push_announced: { person_id: string; kind: BellKind | 'new_orders'; subject: string; announced: number }
  /** The secret addresses of drivers' calendar feeds. */
  calendar_link: { user_id: string; token_hash: string; made: number; last_read: Generated<number> }
  /** Every word by which some row has been found: the dictionary of the search (decision 13). */
  hakusana: { sana: string }
  /** Orders that a driver has got and has not been told of. */
  uusi_ajo: { kuljettaja_id: string; tilaus_id: string; luotu: number }
  /** Mail on its way and mail that was sent. */
  lahteva_posti: {
    id: Generated<string>
    laji: (typeof mailKinds)[number]
    vastaanottaja: string
    luotu: number
    tila: Generated<(typeof mailStates)[number]>
    yrityksia: Generated<number>
    lahetetty: Generated<number>
    virhe: Generated<string>
    aihe: Generated<string>
    teksti: Generated<string>
    tilaus_id: string | null
    liite_id: string | null
    lahettaja_id: string | null
    viesti: Generated<string>
    muoto: Generated<WaybillForm | ''>
    seurantalinkki_id: string | null
    dokumentti_id: string | null
    lasku_id: string | null
    palkka_aineisto_id: string | null
  }
  /** Files that were sent to payroll. */
  palkka_aineisto: {
    id: string
    luotu: number
    lahettaja_id: string
    muoto: PayrollLayout
    alku: number
    loppu: number
    tiedosto: string
    sisalto: string
    kirjaukset_ids: string[]
  }
  /** Which order is on which invoice; `voimassa`: neither undone nor wholly credited. */
  lasku_tilaus: { tilaus_id: string; lasku_id: string; voimassa: boolean }
  /** What a provider was given. */
  lasku_sisalto: { lasku_id: string; sisalto: OutgoingInvoice }
  /** What a person wants to hear of in the bell; no row is everything. */
  ilmoitusasetus: { kayttaja_id: string; uudet_tilaukset: boolean; epaonnistuneet: boolean; vikailmoitukset: boolean }
  /** What a person has dismissed from the bell that is no notification: orders, failed deliveries and fault reports. */
  ohitettu_tapahtuma: { kayttaja_id: string; rivi: string; aika: number }
  /** Addresses whose point the map provider did not know, by the version that was searched for. */
  paikannusyritys: { rivi: string; vid: number }
  /** Postal codes with their places. */
  postinumero: { maa: string; postinumero: string; paikka: string; haku: string; lat: number; lng: number }
  /** Every change of an entity's row. */
  revisio: {
    id: Generated<number>
    entiteetti: EntityName
    rivi: string
    vid: number
    aika: number
    kayttaja: string | null
    syy: string
    muutokset: Record<string, [from: unknown, to: unknown]>
    /** The transaction's id. */
    tapahtuma: Generated<string>
  }
  /** Tracking links, one for each delivery place of an order. */
  seurantalinkki: {
    id: Generated<string>
    tilaus_id: string
    paikka: string
    linkki: Generated<string>
    kaytossa: Generated<boolean>
    avattu: Generated<number>
    viimeksi_avattu: Generated<number>
  }
  /** The digests of the files imported for each customer. */
  tuonti: { asiakas_id: string; tiiviste: string; aika: number; kayttaja: string }
  /** Changes that have created price lists from others. */
  price_list_change: {
    id: Generated<string>
    made: number
    user_id: string
    starts: number
    percent: number
    fuel_surcharge: number | null
    list_ids: string[]
    undone: Generated<number>
  }
  /** The digests of the files that have brought in registers. */
  tietotuonti: { laji: string; tiiviste: string; aika: number; kayttaja: string }
}

/** The tables that the SQL of features may use. bigint and numeric columns are numbers in its rows (query.ts). */
export type Database = EntityTables & TechnicalTables
