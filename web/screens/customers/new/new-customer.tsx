import { SimpleGrid } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RegisteredCompany } from '#domain/features/customers/company-register.ts'
import { addressInputs } from '#web/features/addresses/address-inputs.tsx'
import {
  addressFields,
  blankCustomer,
  type CustomerDefaults,
  customerFields,
  hasAddress,
  type NewCustomerRows,
  newCustomerFaults,
  part,
  storeNewCustomer,
  textOf,
} from '#web/features/customers/new-customer.ts'
import { useCustomerDefaults } from '#web/features/settings/settings-query.ts'
import { EntityFields, FormField, type SetFields } from '#web/kit/entity/fields/entity-fields.tsx'
import { FieldValue, type InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { type Content, rowField } from '#web/kit/entity/fields/row-fields.ts'
import { RowForm } from '#web/kit/entity/row-form.tsx'
import { useRowForm } from '#web/kit/entity/use-row-form.ts'
import { DetailPage } from '#web/kit/page/page.tsx'
import { useFeature } from '#web/session/settings.ts'
import { Section } from '#web/ui/section.tsx'
import { SectionSkeleton } from '#web/ui/states.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { CustomerName } from '../customer-inputs.tsx'
import { register } from '../customers.tsx'
import { SimilarNote } from '../merge/similar-note.tsx'
import { CompanyLookup } from './company-lookup.tsx'

const entityOfField = (key: string) => (addressFields.some((field) => field === key) ? 'postiosoite' : 'asiakas')
const always = () => true

const isCustomInput = (key: string): key is keyof typeof addressInputs => Object.hasOwn(addressInputs, key)

/** The input of an address field, which is given the address alone: `name` is the customer's here. */
const addressInput = (key: string) => (input: InputProps, content: Content, set: SetFields) =>
  isCustomInput(key) ? addressInputs[key](input, part(content, addressFields), set) : null
const rights = { sees: always, edits: always, editsAny: true }

/** `asiakas/new`, with a search of the company register that fills the form. */
export function NewCustomer() {
  const defaults = useCustomerDefaults()
  return (
    <DetailPage title={register.newTitle}>
      {defaults === null ? <SectionSkeleton lines={8} /> : <CustomerForm defaults={defaults} />}
    </DetailPage>
  )
}

function CustomerForm({ defaults }: { defaults: CustomerDefaults }) {
  const hasAddresses = useFeature('osoitteiden_hallinta')
  const navigate = useNavigate()
  const [initial] = useState(() => blankCustomer(defaults))
  const api = useRowForm<Content, NewCustomerRows>({
    id: null,
    draftOf: (id) => (id === null ? 'asiakas.new' : `asiakas.new.${id}`),
    row: initial,
    validate: newCustomerFaults,
    store: async (edit) => {
      const id = await storeNewCustomer(edit)
      showDone(`${textOf(edit.content.name).trim()} tallennettu`)
      return id
    },
    reread: async () => initial,
  })
  const { form } = api
  const { content } = form.values
  const fill = ({ name, y_tunnus, field_osoite_1, field_postinumero, field_postitoimipaikka, field_maa }: RegisteredCompany) => {
    const address = { field_osoite_1, field_osoite_2: '', field_postinumero, field_postitoimipaikka, field_maa }
    form.setFieldValue('content', { ...content, name, y_tunnus, tyyppi: 'yritys', ...(hasAddress(address) ? address : {}) })
  }
  return (
    <>
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
        {hasAddresses && (
          <Section title="Käyntiosoite">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
              {addressFields.map((key) => (
                <FormField
                  key={key}
                  entity="postiosoite"
                  described={rowField('postiosoite', key)}
                  form={form}
                  readOnly={false}
                  custom={addressInput(key)}
                />
              ))}
            </SimpleGrid>
          </Section>
        )}
      </RowForm>
    </>
  )
}
