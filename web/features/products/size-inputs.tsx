import { type Dimension, limitFault, limitOf, type ProductType, productTypes, showDimension } from '#domain/values/limits.ts'
import type { CustomInputs } from '#web/kit/entity/fields/entity-fields.tsx'
import { FieldInput, type InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { type Content, rowField } from '#web/kit/entity/fields/row-fields.ts'

const types = Object.keys(productTypes) as ProductType[]
type Size = Exclude<Dimension, 'maara'>

/** A size with the limit of the product's type said before it is broken, and what is wrong as it is typed. */
const sizeInput = (size: Size) => (input: InputProps, content: Content) => {
  const type = types.find((name) => name === content.tyyppi) ?? 'muu'
  const { value } = input
  const fault = typeof value === 'number' ? limitFault(size, value, type, 'default') : null
  // In an order, whose limits are strict, customers could not fill it in (rules/products.md#locked-sizes).
  const isEmptyLocked = content[`lukitse_${size}`] === true && (value === 0 || value === '')
  const most = `Enintään ${showDimension(size, limitOf(size, type, 'default').max)}`
  const description = isEmptyLocked ? 'Lukittu mitta on tyhjä: asiakas ei voi tilata tuotetta.' : most
  const error = input.error ?? fault
  return <FieldInput entity="tuote" described={rowField('tuote', size)} input={{ ...input, error, description }} />
}

export const sizeInputs = {
  pituus: sizeInput('pituus'),
  leveys: sizeInput('leveys'),
  korkeus: sizeInput('korkeus'),
  paino: sizeInput('paino'),
} satisfies CustomInputs<'tuote'>
