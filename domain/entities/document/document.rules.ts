import type { EntityRules } from '../../model/define-entity.ts'
import type { Dokumentti, DokumenttiKuittaus } from './document.entity.ts'

export const documentRules: EntityRules<Dokumentti> = {
  derive: ({ before, after }) => ({
    versio: before && JSON.stringify(before.tiedostot) !== JSON.stringify(after.tiedostot) ? before.versio + 1 : after.versio,
  }),
}

const notRead = 'Kerro, minkä version (versio) dokumentista luit.'
const outdated = 'Dokumentista on uusi versio. Lue se ja kuittaa sitten.'

/** Only the current version can be acknowledged, with name and signature (rules/documents.md#acknowledging). */
export const documentAcknowledgementRules: EntityRules<DokumenttiKuittaus> = {
  needs: ['dokumentti'],
  check({ before, after }, _context, { dokumentti = [] }) {
    const [document] = dokumentti
    if (before || !document) return []
    if (document.kuitattava === false) return [{ field: 'dokumentti', detail: 'Tätä dokumenttia ei tarvitse kuitata.' }]
    return [
      ...(after.versio === document.versio ? [] : [{ field: 'versio', detail: after.versio === 0 ? notRead : outdated }]),
      ...(after.kuittaus === null ? [{ field: 'kuittaus', detail: 'Allekirjoitus puuttuu.' }] : []),
    ]
  },
}
