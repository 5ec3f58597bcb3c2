import { defineEntity, inverse, one } from '../../model/define-entity.ts'
import { integer, text } from '../../model/define-field.ts'

/** A stored file; its bytes are in the file store under its id. Created by uploads and by the server, never by a POST. */
export const file = defineEntity({
  name: 'file',
  group: 'file',
  bundle: 'file',
  label: 'Tiedosto',
  tunniste: { prefix: 'F', of: 'drupal_internal__id' },
  aliases: { fid: 'drupal_internal__id' },
  fields: {
    filemime: text('Tiedostotyyppi', { readOnly: true, max: 100 }),
    filename: text('Tiedostonimi', { readOnly: true }),
    filesize: integer('Koko (tavua)', { readOnly: true }),
    uri: text('Osoite', { readOnly: true }),
    tarkiste: text('SHA-256', { readOnly: true, max: 64 }),
    kuvaus: text('Kuvaus'),
  },
  relations: {
    asiakas: one('asiakas', 'Asiakas', { attribute: 'asiakas_id', readOnly: true }),
    lisaaja: one('user', 'Lisääjä', { readOnly: true }),
    lahetykset: inverse('lahetys', 'kuvat', 'Lähetykset', { hidden: true }),
    kuittaukset: inverse('v_o_kuittaus', 'kuittaus', 'Kuittaukset', { hidden: true }),
    kuittausten_kuvat: inverse('v_o_kuittaus', 'kuvat', 'Kuittaukset, joiden kuva', { hidden: true }),
    poikkeamat: inverse('toimituspoikkeama', 'kuvat', 'Epäonnistuneet toimitukset', { hidden: true }),
    rahtikirjat: inverse('tilaus', 'rahtikirja', 'Rahtikirjat', { hidden: true }),
    huollot: inverse('huolto', 'kuvat', 'Huollot', { hidden: true }),
    dokumentit: inverse('dokumentti', 'tiedostot', 'Dokumentit', { hidden: true }),
    dokumenttien_kuittaukset: inverse('dokumentti_kuittaus', 'kuittaus', 'Dokumenttien kuittaukset', { hidden: true }),
    koonnit: inverse('tilaus', 'rahtikirja_koonti', 'Koontirahtikirjat', { hidden: true }),
  },
})
