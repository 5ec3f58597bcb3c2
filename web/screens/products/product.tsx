import { useParams } from '@tanstack/react-router'
import { ProductDrawing } from '#web/features/products/product-drawing.tsx'
import { sizeInputs } from '#web/features/products/size-inputs.tsx'
import { EntityPage } from '#web/kit/entity/entity-page.tsx'
import { FieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { holdsAny, useSession } from '#web/session/session.ts'
import { register } from './products.tsx'

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** `tuote/:id`, also for a new product */
export function PageScreen() {
  const { id } = useParams({ from: '/tuote/$id' })
  // A product that a customer adds always belongs to that customer.
  const choosesCustomer = holdsAny(useSession(), ['yllapito'])
  return (
    <EntityPage
      register={register}
      id={id}
      sections={[
        { title: 'Tiedot', fields: ['name', 'tyyppi', 'kuvaus', ...(choosesCustomer ? (['asiakas'] as const) : [])] },
        {
          title: 'Mitat ja paino',
          fields: ['pituus', 'leveys', 'korkeus', 'paino'],
          below: ({ pituus, leveys, korkeus }) => (
            <ProductDrawing pituus={numberOf(pituus)} leveys={numberOf(leveys)} korkeus={numberOf(korkeus)} />
          ),
        },
        { title: 'Lukitut mitat', fields: ['lukitse_pituus', 'lukitse_leveys', 'lukitse_korkeus', 'lukitse_paino'] },
      ]}
      inputs={{
        ...sizeInputs,
        asiakas: (input) => (
          <FieldInput entity="tuote" described={rowField('tuote', 'asiakas')} input={{ ...input, description: 'Tyhjä: kaikkien tuote' }} />
        ),
      }}
    />
  )
}
