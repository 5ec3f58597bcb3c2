import { pseudoRoles, roleLabels } from '../../access/roles.ts'
import { defineEntity, inverse, many, one, type RowOf } from '../../model/define-entity.ts'
import { area, choices, flag, integer, text } from '../../model/define-field.ts'

/** Addressed to roles and to named people, who acknowledge it or only read it (rules/documents.md#recipients). */
export const dokumentti = defineEntity({
  name: 'dokumentti',
  group: 'dokumentti',
  bundle: 'dokumentti',
  label: 'Dokumentti',
  tunniste: { prefix: 'D', of: 'drupal_internal__id' },
  nameRequired: true,
  fields: {
    kuvaus: area('Kuvaus'),
    roolit: choices('Roolit', roleLabels, [], { ignored: pseudoRoles }),
    kuitattava: flag('Kuitattava', { default: true }),
    /** Increased at every change of its files: a new version must be acknowledged again. */
    versio: integer('Versio', { default: 1, readOnly: true }),
  },
  relations: {
    tiedostot: many('file', 'Tiedostot', { anyKind: true }),
    henkilot: many('user', 'Henkilöt', { mustBe: 'live' }),
    kuittaukset: inverse('dokumentti_kuittaus', 'dokumentti', 'Kuittaukset'),
  },
})
export type Dokumentti = RowOf<typeof dokumentti>

/** One person's acknowledgement of one version. */
export const dokumentti_kuittaus = defineEntity({
  name: 'dokumentti_kuittaus',
  group: 'dokumentti_kuittaus',
  bundle: 'dokumentti_kuittaus',
  label: 'Dokumentin kuittaus',
  tunniste: { prefix: 'DK', of: 'drupal_internal__id' },
  fields: {
    nimenselvennys: text('Nimenselvennys', { required: true, once: true }),
    /** The version that the person has read; it must be the current one. */
    versio: integer('Versio', { once: true }),
  },
  relations: {
    dokumentti: one('dokumentti', 'Dokumentti', { required: true, once: true }),
    kayttaja: one('user', 'Kuittaaja', { required: true, once: true }),
    kuittaus: one('file', 'Allekirjoitus', { once: true }),
  },
})
export type DokumenttiKuittaus = RowOf<typeof dokumentti_kuittaus>
