import { copiedTexts, endsToCopy, isChosen, type SavedAddress, type SavedContact } from '#domain/entities/address/address.copy.ts'
import type { Runner } from '../jsonapi/read.ts'
import type { LookUp } from '../jsonapi/saving.ts'

type Found = SavedAddress & { n: string; yhteyshenkilo: string | null; contact: SavedContact | null }

type Asked = { osoite: unknown; yhteyshenkilo: unknown; asiakas: unknown }

/**
 * The addresses in the order asked, each with the contact that is named beside it, else its own. Another company's is nobody's: whoever
 * names it may see it, but those who read the line may not.
 */
async function savedAddresses(runner: Runner, asked: readonly Asked[]): Promise<Map<number, Found>> {
  const { rows } = await runner.query<Found>(
    `SELECT asked.n, a.name, a.field_osoite_1, a.field_osoite_2, a.field_postinumero, a.field_postitoimipaikka, a.field_maa, a.puhelin,
       c.id AS yhteyshenkilo, CASE WHEN c.id IS NOT NULL
         THEN json_build_object('etunimi', c.etunimi, 'sukunimi', c.sukunimi, 'puhelin', c.puhelin, 'email', c.email) END AS contact
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS asked(osoite, yhteyshenkilo, asiakas, n)
     JOIN postiosoite a ON a.id = asked.osoite AND (a.asiakas_id IS NULL OR a.asiakas_id = asked.asiakas)
     LEFT JOIN yhteyshenkilo c ON c.id = coalesce(asked.yhteyshenkilo, a.yhteyshenkilo_id)
       AND c.status = 1 AND c.asiakas_id IS NOT DISTINCT FROM a.asiakas_id`,
    [asked.map(({ osoite }) => osoite), asked.map(({ yhteyshenkilo }) => yhteyshenkilo), asked.map(({ asiakas }) => asiakas)],
  )
  return new Map(rows.map((row) => [Number(row.n) - 1, row]))
}

/** Saved addresses that a line is given without their texts are copied into it (RULES section 4). One that is saved along with it is not: its texts are at hand. */
export const copyAddresses: LookUp = async (runner, changes) => {
  const asked = changes.flatMap((change, index) =>
    endsToCopy(change).map((end) => {
      const contact = `${end}_yhteyshenkilo`
      const yhteyshenkilo = isChosen(change, contact) ? change.after[contact] : null
      return { index, end, change, osoite: change.after[`${end}_osoite`], yhteyshenkilo, asiakas: change.after.asiakas }
    }),
  )
  if (asked.length === 0) return undefined
  const found = await savedAddresses(runner, asked)
  const given = changes.map(() => ({}))
  for (const [n, { index, end, change }] of asked.entries()) {
    const address = found.get(n)
    if (address) given[index] = { ...given[index], ...copiedTexts(change, end, address, address.contact ?? undefined) }
  }
  return given
}
