import { Group, SimpleGrid, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { roleLabels } from '#domain/access/roles.ts'
import type { UserRights } from '#domain/features/users/user-rights.ts'
import { CustomerField } from '#web/features/customers/customer-field.tsx'
import { CurrentPasswordField } from '#web/features/users/current-password-field.tsx'
import { ValidityBadge, ValidityDay } from '#web/features/users/validity-day.tsx'
import { FormField } from '#web/kit/entity/fields/entity-fields.tsx'
import type { InputProps } from '#web/kit/entity/fields/field-input.tsx'
import { RowForm } from '#web/kit/entity/row-form.tsx'
import { pathOf } from '#web/kit/entity/use-row-form.ts'
import { DialCodeField } from '#web/kit/form/dial-code-field.tsx'
import { numberOf } from '#web/kit/form/typed-number.ts'
import { Section } from '#web/ui/section.tsx'
import { showDone } from '#web/ui/undo-toast.tsx'
import { useUserForm } from './use-user-form.ts'
import classes from './user.module.css'
import {
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
  userFields,
  validityFields,
} from './user-content.ts'

/** `id` is null of a new person. */
type Props = { id: string | null; row: UserEdit; rights: UserRights; onSaved: (id: string) => void }

/** Names, phone and mail address; for administrators also roles, customer and validity dates. */
export function UserForm({ id, row, rights, onSaved }: Props) {
  const { api, existing, setExisting, dialog } = useUserForm({ id, row, rights })
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
      action={id === null ? 'Lähetä kutsu' : 'Tallenna'}
      onSaved={(stored) => {
        showDone(id === null ? `Kutsu lähtee osoitteeseen ${content.mail.trim()}` : 'Tiedot tallennettu')
        onSaved(stored)
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
          {field('name', { readOnly: !rights.rename, ...nameHint(id, rights) })}
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
                {validityFields.map((key) => (
                  <div key={key}>
                    {field(key)}
                    <ValidityBadge day={numberOf(content[key])} />
                  </div>
                ))}
                {field('field_extra')}
              </SimpleGrid>
            ) : (
              <OwnPapers content={content} />
            ))}
        </Stack>
      </Section>
      {dialog}
    </RowForm>
  )
}

function nameHint(id: string | null, { rename }: UserRights): { description?: string } {
  if (id === null) return { description: 'Esimerkiksi maija.makela. Kirjautua voi myös sähköpostiosoitteella.' }
  return rename ? {} : { description: 'Käyttäjätunnuksen vaihtaa ylläpito.' }
}

function OwnPapers({ content }: { content: UserContent }) {
  return (
    <dl className={classes.papers}>
      {validityFields.map((key) => (
        <div key={key}>
          <dt>{labelOf(key)}</dt>
          <dd>
            <ValidityDay day={numberOf(content[key])} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
