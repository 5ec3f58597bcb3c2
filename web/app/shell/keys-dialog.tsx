import { Kbd, Modal, Table } from '@mantine/core'
import { commandKey } from './command-key.ts'

/** The keyboard shortcuts by page; none of them works while something is typed. */
const keys: readonly { where: string; does: readonly (readonly [keys: readonly string[], what: string])[] }[] = [
  {
    where: 'Listoissa',
    does: [
      [['/'], 'Siirry hakuun'],
      [['J', 'K'], 'Seuraava ja edellinen rivi'],
      [['↵'], 'Avaa rivi'],
      [['X'], 'Valitse rivi tai poista valinta'],
      [['⇧ J', '⇧ K'], 'Valitse rivejä alueena'],
      [['M'], 'Rivin tai valittujen toiminnot'],
      [['Esc'], 'Sulje esikatselu, poista valinnat'],
      [['väli'], 'Rivi listan vieressä'],
      [['A'], 'Tilauksille kuljettaja'],
      [['P', 'R'], 'Tilausten päivä, rahtikirjat'],
      [['N'], 'Uusi tilaus tai rivi'],
    ],
  },
  {
    where: 'Tilauksella',
    does: [
      [[commandKey, '↵'], 'Seuraava toimenpide, muokatessa tallennus, viestissä lähetys'],
      [['J', 'K'], 'Listan seuraava ja edellinen tilaus'],
      [['A'], 'Anna kuljettaja'],
      [['E'], 'Muokkaa tavaroita'],
      [['P', 'R'], 'Päivä, rahtikirjat'],
      [['Esc'], 'Takaisin listaan'],
    ],
  },
  {
    where: 'Päivän ajoissa',
    does: [
      [['↑', '↓'], 'Toinen kuljettaja tai tilaus'],
      [['←', '→'], 'Edellinen ja seuraava pysähdys'],
      [['⇧ ←', '⇧ →'], 'Siirrä pysähdystä aiemmaksi tai myöhemmäksi'],
      [['A'], 'Anna kuljettaja'],
      [['L'], 'Lukitse pysähdys tai reitti'],
      [['T'], 'Lisää tauko'],
      [['Del'], 'Ota tilaus kuljettajalta, poista tauko'],
      [['↵'], 'Avaa tilaus'],
      [[commandKey, '⇧', 'Z'], 'Tee uudelleen'],
    ],
  },
  {
    where: 'Työvuoroissa',
    does: [
      [['⇧ ←', '⇧ ↓'], 'Valitse alue'],
      [['T', 'X'], 'Töissä, ei ajoa'],
      [['V P', 'V L'], 'Vapaalla, lomalla'],
      [['S', 'K'], 'Sairaslomalla, koulutuksessa'],
      [['A', 'R'], 'Anna auto tai reitti'],
      [[commandKey, 'C'], 'Kopioi; X siirtää ja V liittää'],
      [['Del'], 'Poista vuorot'],
      [['⇧ F10'], 'Valittujen päivien valikko'],
      [['↵'], 'Avaa päivä'],
    ],
  },
  { where: 'Lomakkeissa', does: [[[commandKey, '↵'], 'Tallenna tai tilaa']] },
  {
    where: 'Kaikkialla',
    does: [
      [[commandKey, 'K'], 'Haku: tilaukset, asiakkaat, kuljettajat, autot ja toiminnot'],
      [[commandKey, 'Z'], 'Kumoa, mitä ilmoitus tarjoaa kumottavaksi'],
      [['?'], 'Näppäinkomennot'],
    ],
  },
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Näppäinkomennot" size="sm">
      {keys.map(({ where, does }) => (
        <Table key={where} mb="md" verticalSpacing={6}>
          <Table.Caption style={{ captionSide: 'top', textAlign: 'left', fontWeight: 600 }}>{where}</Table.Caption>
          <Table.Tbody>
            {does.map(([pressed, what]) => (
              <Table.Tr key={what}>
                <Table.Th w={96} scope="row">
                  {pressed.map((key) => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </Modal>
  )
}
