import type { EntityRules } from '../../model/define-entity.ts'
import type { Dokumentti, DokumenttiKuittaus } from './document.entity.ts'

export const documentRules: EntityRules<Dokumentti> = {
  derive: ({ before, after }) => ({
    versio: before && JSON.stringify(before.tiedostot) !== JSON.stringify(after.tiedostot) ? before.versio + 1 : after.versio,
  }),
}

export const documentAcknowledgementRules: EntityRules<DokumenttiKuittaus> = {
  needs: ['dokumentti'],
  derive({ before, after }, _context, { dokumentti = [] }) {
    const [document] = dokumentti
    return before || typeof document?.versio !== 'number' ? { versio: after.versio } : { versio: document.versio }
  },
  check: ({ before }, _context, { dokumentti = [] }) =>
    !before && dokumentti[0]?.kuitattava === false ? [{ field: 'dokumentti', detail: 'Tätä dokumenttia ei tarvitse kuitata.' }] : [],
}
