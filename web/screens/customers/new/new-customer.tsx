import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RegisteredCompany } from '#domain/features/customers/company-register.ts'
import { postalCodeFault } from '#domain/values/checks.ts'
import { CallFault } from '#web/data/fault.ts'
import { add, operations } from '#web/data/operations.ts'
import { rereadAfterChange } from '#web/data/queries.ts'
import { newId, valuesOf } from '#web/data/row.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { EntityFields, FormField } from '#web/kit/entity/fields/entity-fields.tsx'
import { FieldValue } from '#web/kit/entity/fields/field-input.tsx'
import { type Content, changesOf, contentFaults, newContent, rowField } from '#web/kit/entity/fields/row-fields.ts'
import { RowForm } from '#web/kit/entity/row-form.tsx'
import { type RowEdit, rowEdit, useRowForm } from '#web/kit/entity/use-row-form.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { CustomerName } from '../customer-inputs.tsx'
import { register } from '../customers.tsx'
import { SimilarNote } from '../merge/similar-note.tsx'
import { CompanyLookup } from './company-lookup.tsx'

const customerFields = ['name', 'y_tunnus', 'tyyppi', 'talenom_asiakasnumero', 'maksuehto', 'maksuehto_sovittu', 'lisatiedot'] as const
const addressFields = ['field_osoite_1', 'field_osoite_2', 'field_postinumero', 'field_postitoimipaikka', 'field_maa'] as const
const isAddressField = (key: string): boolean => addressFields.some((field) => field === key)
const entityOfField = (key: string) => (isAddressField(key) ? 'postiosoite' : 'asiakas')

/** The ids of the new customer and of its visiting address. */
type NewRows = { id: string; address: string }
type Edit = RowEdit<Content, NewRows>

const pickFields = (content: Content, fields: readonly string[]): Content =>
  Object.fromEntries(fields.map((field) => [field, content[field]]))
const always = () => true
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const hasAddress = (content: Content): boolean =>
  ['field_osoite_1', 'field_postinumero', 'field_postitoimipaikka'].some((field) => textOf(content[field]).trim() !== '')

function faultsOf({ content }: Edit): Record<string, string> {
  const postal = postalCodeFault(textOf(content.field_postinumero).trim(), textOf(content.field_maa))
  return {
    ...contentFaults('asiakas', pickFields(content, customerFields), always),
    ...contentFaults('postiosoite', pickFields(content, addressFields), always),
    ...(postal ? { field_postinumero: postal } : {}),
  }
}

/** Saves the customer and, if typed, its visiting address in one call. */
async function store({ stored: { id, address }, content }: Edit): Promise<string> {
  const values = changesOf('asiakas', { content: pickFields(content, customerFields), read: {} }, always)
  const place = {
    ...changesOf('postiosoite', { content: pickFields(content, addressFields), read: {} }, always),
    name: values.name,
    tyyppi: ['kaynti'],
    asiakas: id,
  }
  const list = hasAddress(content)
    ? [
        add('asiakas', { id, ...valuesOf('asiakas', { ...values, kayntiosoite: address }) }),
        add('postiosoite', { id: address, ...valuesOf('postiosoite', place) }),
      ]
    : [add('asiakas', { id, ...valuesOf('asiakas', values) })]
  try {
    await operations(list, saveKeyOf(id, content), { quiet: [409, 422] })
  } catch (failure) {
    // The id is new, so a conflict means that an earlier attempt, whose answer was lost, has stored it.
    if (!(failure instanceof CallFault && failure.status === 409)) throw failure
  }
  await rereadAfterChange('asiakas', 'postiosoite')
  showDone(`${textOf(values.name).trim()} tallennettu`)
  return id
}

/** `asiakas/new`, with a search of the company register that fills the form. */
export function NewCustomer() {
  const navigate = useNavigate()
  const [initial] = useState<Edit>(() =>
    rowEdit({ id: newId(), address: newId() }, { ...newContent('asiakas', customerFields), ...newContent('postiosoite', addressFields) }),
  )
  const api = useRowForm<Content, NewRows>({
    id: null,
    draftOf: (id) => (id === null ? 'asiakas.new' : `asiakas.new.${id}`),
    row: initial,
    validate: faultsOf,
    store,
    reread: async () => initial,
  })
  const { form } = api
  const { content } = form.values
  const rights = { sees: always, edits: always, editsAny: true }
  const fill = ({ name, y_tunnus, field_osoite_1, field_postinumero, field_postitoimipaikka, field_maa }: RegisteredCompany) => {
    const address = { field_osoite_1, field_osoite_2: '', field_postinumero, field_postitoimipaikka, field_maa }
    form.setFieldValue('content', { ...content, name, y_tunnus, tyyppi: 'yritys', ...(hasAddress(address) ? address : {}) })
  }
  return (
    <DetailPage title={register.newTitle}>
      <CompanyLookup onChoose={fill} />
      <RowForm
        label="Asiakas"
        api={api}
        labelOf={(key) => rowField(entityOfField(key), key).label}
        show={(key, value) => <FieldValue described={rowField(entityOfField(key), key)} value={value} />}
        onSaved={(id) => void navigate(register.page(id))}
        action="Lisää"
      >
        <Section title="Perustiedot">
          <EntityFields
            entity="asiakas"
            fields={customerFields}
            api={api}
            rights={rights}
            inputs={{ name: (input) => <CustomerName {...input} /> }}
          />
          <SimilarNote nimi={textOf(content.name)} y_tunnus={textOf(content.y_tunnus)} />
        </Section>
        <Section title="Käyntiosoite">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
            {addressFields.map((key) => (
              <FormField key={key} entity="postiosoite" described={rowField('postiosoite', key)} form={form} readOnly={false} />
            ))}
          </SimpleGrid>
        </Section>
      </RowForm>
    </DetailPage>
  )
}
