import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { roleLabels } from '#domain/access/roles.ts'
import { updateUserCall } from '#domain/features/users/user.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { callApi } from '#web/data/api-call.ts'
import { saveKeyOf } from '#web/data/save-key.ts'
import { CustomerField } from '#web/features/customers/customer-field.tsx'
import { CurrentPasswordField } from '#web/features/users/current-password-field.tsx'
import { useOwnPassword } from '#web/features/users/own-password.tsx'
import { rereadUser } from '#web/features/users/reread-user.ts'
import { inWords } from '#web/features/users/save-refusal.ts'
import { EntityFacts, FormField } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { RowForm } from '#web/kit/entity/row-form.tsx'
import { pathOf, useRowForm } from '#web/kit/entity/use-row-form.ts'
import { DialCodeField } from '#web/kit/form/dial-code-field.tsx'
import { noteOwnChange, useSession } from '#web/session/session.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import classes from './user.module.css'
import {
  changesOf,
  fieldOfPointer,
  isCustomer,
  isDriver,
  labelOf,
  needsPassword,
  presentPassword,
  rolesField,
  showContent,
  type UserContent,
  type UserEdit,
  type UserVersions,
  userEdit,
  userFaults,
  userFields,
} from './user-content.ts'
import { userQuery } from './user-data.ts'

type Props = { id: string; row: UserEdit; rights: UserRights; onSaved: () => void }

/** Names, phone and mail address; for administrators also roles, customer and validity dates. */
export function UserForm({ id, row, rights, onSaved }: Props) {
  const queryClient = useQueryClient()
  const roles = useSession()?.user.roles ?? []
  const { confirmed, dialog } = useOwnPassword()
  const [existing, setExisting] = useState('')
  const api = useRowForm({
    id,
    draftOf: () => `user.${id}`,
    row,
    validate: (edit) => userFaults(edit, rights),
    store: async (edit) => {
      const changes = { id, ...changesOf(edit, rights) }
      const store = (confirmation: { existing_password?: string }) =>
        callApi(updateUserCall, { ...changes, ...confirmation }, { quiet: [404, 409, 422], idempotencyKey: saveKeyOf(id, changes) })
      const done = rights.own ? await store(needsPassword(edit, rights) ? { existing_password: existing } : {}) : await confirmed(store)
      if (done === null) return null
      if (rights.own) noteOwnChange(changes)
      await rereadUser()
      return id
    },
    reread: async () => userEdit(await queryClient.fetchQuery({ ...userQuery(id, roles), staleTime: 0 })),
    fieldOf: fieldOfPointer,
    inWords: (fault) => inWords(fault, fieldOfPointer),
  })
  const { form } = api
  const { content } = form.values
  const field = (key: keyof UserContent, more: Partial<ComponentProps<typeof FormField<UserContent, UserVersions>>> = {}) => (
    <FormField entity="user" described={userFields[key]} form={form} readOnly={!rights.edit} {...more} />
  )
  const dialCode = (input: InputProps) => (
    <DialCodeField {...input} value={content.field_puhelinnumero_maakoodi} stored={row.read.field_puhelinnumero_maakoodi} />
  )
  const customer = (input: InputProps) => <CustomerField {...input} value={content.asiakas_id} readOnly={!rights.editCustomer} />
  const known = (what: string) => ({ autoComplete: rights.own ? what : 'off' })
  return (
    <RowForm
      label="Käyttäjän tiedot"
      api={api}
      labelOf={labelOf}
      show={showContent}
      editable={rights.edit}
      onSaved={() => {
        showDone('Tiedot tallennettu')
        onSaved()
      }}
    >
      <Section title="Tiedot">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
          {field('field_etunimi', known('given-name'))}
          {field('field_sukunimi', known('family-name'))}
          <Group gap="sm" align="flex-start" wrap="nowrap">
            {field('field_puhelinnumero_maakoodi', { custom: dialCode })}
            <div className={classes.phone}>{field('field_puhelinnumero', { type: 'tel', ...known('tel-national') })}</div>
          </Group>
          {field('mail', { type: 'email', ...known('email') })}
          {needsPassword(form.values, rights) && (
            <CurrentPasswordField
              description="Sähköpostin vaihtoon tarvitaan salasanasi."
              value={existing}
              error={form.errors[pathOf(presentPassword)]}
              data-path={pathOf(presentPassword)}
              onChange={(password) => {
                setExisting(password)
                form.clearFieldError(pathOf(presentPassword))
              }}
            />
          )}
          {field('name', { readOnly: !rights.rename, ...(rights.rename ? {} : { description: 'Käyttäjätunnuksen vaihtaa ylläpito.' }) })}
        </SimpleGrid>
      </Section>
      <Section title="Roolit">
        <Stack gap="md">
          {rights.giveRoles.length > 0
            ? field('user_roles', { described: rolesField(rights.giveRoles) })
            : content.user_roles.map((role) => roleLabels[role]).join(', ')}
          {isCustomer(content.user_roles) &&
            field('asiakas_id', {
              custom: customer,
            })}
          {isDriver(content.user_roles) &&
            (rights.editDriver ? (
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
                {field('field_ammattipatevyys_voimassa')}
                {field('field_digipiirturikortti_voimass')}
                {field('field_extra')}
              </SimpleGrid>
            ) : (
              <EntityFacts
                fields={[userFields.field_ammattipatevyys_voimassa, userFields.field_digipiirturikortti_voimass]}
                content={content}
              />
            ))}
        </Stack>
      </Section>
      {dialog}
    </RowForm>
  )
}
