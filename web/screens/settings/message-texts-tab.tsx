import { Text } from '@mantine/core'
import { type MessageTextName, messageTextNames, messageTexts } from '#domain/features/settings/message-texts.ts'
import { fillPlaceholders } from '#domain/values/placeholders.ts'
import { type InputProps, OwnFieldInput } from '#web/kit/entity/fields/field-input.tsx'
import type { SettingGroup } from './settings-form.tsx'

/** The input of a text, and under it the text with example values in the places of its placeholders. */
function TextWithPreview({ name, input }: { name: MessageTextName; input: InputProps }) {
  const { examples, default: initial, ...field } = messageTexts[name]
  const typed = typeof input.value === 'string' ? input.value.trim() : ''
  const places = Object.keys(examples).map((place) => `{${place}}`)
  return (
    <div>
      <OwnFieldInput field={{ ...field, default: initial }} input={{ ...input, description: `Voit käyttää: ${places.join(', ')}` }} />
      <Text size="sm" c="dimmed" mt={6}>
        Näin se näkyy: {fillPlaceholders(typed || initial, examples)}
      </Text>
    </div>
  )
}

const previews: SettingGroup['inputs'] = Object.fromEntries(
  messageTextNames.map((name) => [name, (input: InputProps) => <TextWithPreview name={name} input={input} />]),
)
const texts = (title: string, names: readonly MessageTextName[]): SettingGroup => ({ title, names, inputs: previews, wide: true })

/** The texts of messages that the company may change (rules/settings.md#message-texts). */
export const messageTextGroups: readonly SettingGroup[] = [
  {
    ...texts('Uudet tilaukset kuljettajalle', ['teksti_uusi_tilaus', 'teksti_uudet_tilaukset']),
    description: (
      <Text c="dimmed">
        Tekstiviesti ja laitteen ilmoitus. Tyhjä kenttä palauttaa oletustekstin. Aaltosulkeissa oleva kohta täydentyy, kun viesti lähtee.
      </Text>
    ),
  },
  texts('Työvuorot kuljettajalle', ['teksti_tyovuorot']),
  texts('Kutsu sähköpostilla', ['teksti_kutsun_aihe', 'teksti_kutsu']),
  texts('Muistutukset vanhenemisesta', [
    'teksti_ammattipatevyys_kuljettajalle',
    'teksti_ammattipatevyys_yllapidolle',
    'teksti_piirturikortti_kuljettajalle',
    'teksti_piirturikortti_yllapidolle',
    'teksti_katsastus_kuljettajalle',
    'teksti_katsastus_yllapidolle',
  ]),
]
