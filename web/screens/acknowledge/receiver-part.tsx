import { Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useId } from 'react'
import { v_o_kuittaus } from '#domain/entities/acknowledgement/acknowledgement.entity.ts'
import type { Delivery, Shipment } from '#web/features/deliveries/delivery.ts'
import { receiverNames, receiversQuery } from '#web/features/deliveries/receivers.ts'
import { type DrawnSignature, SignatureField, type Strokes } from '../../ui/signature-field.tsx'
import classes from './acknowledge.module.css'

type Props = {
  deliveries: readonly Delivery[]
  /** What the receiver takes. */
  chosen: readonly Shipment[]
  /** The name that is typed or chosen now. */
  name: string
  onName: (name: string) => void
  input: TextInputProps
  strokes: Strokes | undefined
  error: string | undefined
  onSigned: (drawn: DrawnSignature | null) => void
}

const { nimenselvennys } = v_o_kuittaus.fields

/** Who receives the goods, by one press where the name is known, and the signature. */
export function ReceiverPart({ deliveries, chosen, name, onName, input, strokes, error, onSigned }: Props) {
  const suggestions = useId()
  const customers = [...new Set(deliveries.flatMap(({ order }) => order.asiakas ?? []))]
  const read = useQueries({ queries: customers.map(receiversQuery), combine: (results) => results.flatMap(({ data }) => data ?? []) })
  const names = receiverNames(chosen, read)
  return (
    <Stack gap="md">
      {names.length > 0 && (
        <fieldset className={classes.names} aria-describedby={suggestions}>
          <legend id={suggestions}>Vastaanottaja</legend>
          {names.map((one) => (
            <Button key={one} variant="default" className={classes.name} aria-pressed={one === name} onClick={() => onName(one)}>
              {one}
            </Button>
          ))}
        </fieldset>
      )}
      <TextInput
        label={nimenselvennys.label}
        description={names.length > 0 ? 'Valitse yltä tai kirjoita vastaanottajan nimi' : 'Vastaanottajan nimi'}
        size="md"
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={nimenselvennys.max}
        {...input}
      />
      <div data-path="kuittaus">
        <SignatureField label="Allekirjoitus" error={error} initial={strokes} onChange={onSigned} />
      </div>
    </Stack>
  )
}
