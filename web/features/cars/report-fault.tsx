import { Button, Modal } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useState } from 'react'
import { faultName } from '#domain/entities/car/maintenance.rules.ts'
import { startOfDay } from '#domain/values/time/time.ts'
import { FieldInput } from '#web/kit/entity/fields/field-input.tsx'
import { rowField } from '#web/kit/entity/fields/row-fields.ts'
import { InlineRowForm } from '#web/kit/entity/quick-edit/inline-row-form.tsx'
import { nowSeconds } from '#web/session/clock.ts'

const info = rowField('huolto', 'info')

/** `car` where it is known; otherwise it is chosen in the dialog. */
type Props = { car?: { id: string; rekisterinumero: string } }

/** The button and the dialog with which a driver reports what is wrong with a car (rules/cars.md#fault-reports). */
export function ReportFault({ car }: Props) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const title = car ? `Ilmoita vika: ${car.rekisterinumero}` : 'Ilmoita vika'
  return (
    <>
      <Button leftSection={<IconTool size={18} aria-hidden />} onClick={() => setOpened(true)}>
        Ilmoita vika
      </Button>
      {/* What has been typed stays as a draft when the dialog is closed. */}
      <Modal opened={opened} onClose={close} title={title} size="md" closeOnClickOutside={false} returnFocus>
        <InlineRowForm
          entity="huolto"
          row={null}
          fields={car ? ['info', 'kuvat'] : ['auto', 'info', 'kuvat']}
          labels={{ info: faultName }}
          inputs={{
            info: (input) => <FieldInput entity="huolto" described={info} input={{ ...input, label: 'Mikä on vialla?', required: true }} />,
          }}
          fixed={{ name: faultName, paiva: startOfDay(nowSeconds()), ...(car ? { auto: car.id } : {}) }}
          draft={`vika.${car?.id ?? 'new'}`}
          addLabel={title}
          addAction="Ilmoita"
          onClose={close}
        />
      </Modal>
    </>
  )
}
