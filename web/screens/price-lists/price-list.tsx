import { IconCopy } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { startOfDay } from '#domain/values/time/time.ts'
import { ListValidity } from '#web/features/prices/list-validity.tsx'
import { TryPrice } from '#web/features/prices/try-price.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { FieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { nowSeconds } from '#web/session/clock.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { register } from './price-lists.tsx'

/** `hinnasto/:id`; also the page of a new list. */
export function PageScreen() {
  const { id } = useParams({ from: '/hinnasto/$id' })
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Tiedot', fields: ['name', 'voimassa_alkaen', 'asiakas'] },
        {
          title: 'Hinnat, alv 0 %',
          fields: [
            'perusmaksu',
            'minimihinta',
            'hinta_km',
            'hinta_kg',
            'hinta_rullakko',
            'hinta_paketti',
            'hinta_lavapaikka',
            'polttoainelisa_prosentti',
          ],
        },
      ]}
      inputs={{
        asiakas: (input) => (
          <FieldInput
            entity="hinnasto"
            described={rowField('hinnasto', 'asiakas')}
            input={{ ...input, description: 'Tyhjä: kaikki asiakkaat, joilla ei ole omaa hinnastoa' }}
          />
        ),
      }}
      detail={(list) => <ListValidity list={list.id} />}
      actions={(list) =>
        list.status === 1 && (
          <LinkButton variant="default" to="/hintamuutos" search={{ hinnasto: list.id }} leftSection={<IconCopy size={18} aria-hidden />}>
            Kopioi uudeksi
          </LinkButton>
        )
      }
      aside={({ asiakas, voimassa_alkaen }) => <TryPrice start={{ asiakas, paiva: Math.max(voimassa_alkaen, startOfDay(nowSeconds())) }} />}
    />
  )
}
