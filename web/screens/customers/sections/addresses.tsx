import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Row } from '#domain/model/registry.ts'
import type { EntityRow } from '#web/data/row.ts'
import { addressInputs } from '#web/features/addresses/address-inputs.tsx'
import { addressOf, savedPlace, showPhone } from '#web/features/addresses/places.ts'
import { RelatedRows } from '#web/kit/entity/related-rows.tsx'

type Customer = Pick<EntityRow<'asiakas'>, 'id' | 'kayntiosoite' | 'nouto_osoite'>

/** The customer's saved addresses; the visiting address and pickup places are labelled. */
export function Addresses({ customer }: { customer: Customer }) {
  return (
    <RelatedRows
      entity="postiosoite"
      via="asiakas"
      of={customer.id}
      title="Osoitteet"
      addLabel="Lisää osoite"
      fields={[
        'name',
        'field_osoite_1',
        'field_osoite_2',
        'field_postinumero',
        'field_postitoimipaikka',
        'field_maa',
        'puhelin',
        'tyyppi',
        'lisatiedot',
      ]}
      inputs={addressInputs}
      sort={['name', 'field_osoite_1']}
      show={(address) => <Address address={address} customer={customer} />}
      empty="Ei osoitteita."
    />
  )
}

function Address({ address, customer }: { address: EntityRow<'postiosoite'>; customer: Customer }) {
  const place = savedPlace(address)
  const uses = [customer.kayntiosoite === address.id && 'käyntiosoite', customer.nouto_osoite.includes(address.id) && 'noutopaikka'].filter(
    Boolean,
  )
  return (
    <>
      <Text fw={550}>
        <Anchor fw={550} renderRoot={(props) => <Link to="/postiosoite/$id" params={{ id: address.id }} {...props} />}>
          {place.name || address.tunniste}
        </Anchor>
        {uses.map((use) => ` · ${use}`)}
      </Text>
      <Text>{addressOf(place)}</Text>
      <Phone number={address.puhelin} />
    </>
  )
}

export function Contacts({ customer }: { customer: string }) {
  return (
    <RelatedRows
      entity="yhteyshenkilo"
      via="asiakas"
      of={customer}
      title="Yhteyshenkilöt"
      addLabel="Lisää yhteyshenkilö"
      fields={['etunimi', 'sukunimi', 'puhelin', 'email', 'tyyppi']}
      sort={['sukunimi', 'etunimi']}
      show={(contact) => <Contact contact={contact} />}
      empty="Ei yhteyshenkilöitä."
    />
  )
}

const personName = ({ etunimi, sukunimi }: Pick<Row<'yhteyshenkilo'>, 'etunimi' | 'sukunimi'>): string =>
  [etunimi, sukunimi].filter(Boolean).join(' ')

function Contact({ contact }: { contact: EntityRow<'yhteyshenkilo'> }) {
  return (
    <>
      <Text fw={550}>{personName(contact) || contact.tunniste}</Text>
      <Phone number={contact.puhelin} />
      {contact.email && (
        <Text>
          <Anchor href={`mailto:${contact.email}`}>{contact.email}</Anchor>
        </Text>
      )}
    </>
  )
}

function Phone({ number }: { number: string }) {
  if (number === '') return null
  return (
    <Text>
      <Anchor href={`tel:${number}`}>{showPhone(number)}</Anchor>
    </Text>
  )
}
