import { Button, Modal, Text } from '@mantine/core'
import { IconArrowMerge } from '@tabler/icons-react'
import { useState } from 'react'
import { CustomerSelect } from '#web/features/customers/customer-select.tsx'
import { MergeDialog } from './merge-dialog.tsx'

/** Opens a search for another customer, and the dialog for merging the two. */
export function MergeButton({ customer }: { customer: string }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const [other, setOther] = useState<string | null>(null)
  const choose = ({ id }: { id: string }) => {
    setIsChoosing(false)
    if (id !== customer) setOther(id)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconArrowMerge size={18} aria-hidden />} onClick={() => setIsChoosing(true)}>
        Yhdistä toiseen
      </Button>
      <Modal opened={isChoosing} onClose={() => setIsChoosing(false)} title="Yhdistä toiseen asiakkaaseen" size="md">
        <Text mb="sm">Valitse asiakas, joka on sama kuin tämä. Ennen yhdistämistä näet, mitä siirtyy.</Text>
        <div style={{ minHeight: 280 }}>
          <CustomerSelect onChoose={choose} />
        </div>
      </Modal>
      {other && <MergeDialog customers={[other, customer]} onClose={() => setOther(null)} />}
    </>
  )
}
