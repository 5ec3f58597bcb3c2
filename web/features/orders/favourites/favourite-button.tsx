import { Button, type ButtonProps, Group, Modal, TextInput } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { newId } from '#web/data/row.ts'
import { useAction } from '#web/data/use-action.ts'
import { addFavourite, favouriteQuery, removeFavourite } from './favourites.ts'

type Props = Pick<ButtonProps, 'variant' | 'size'> & {
  order: string
  /** What the favourite is called unless the person types another name: the receiver. */
  suggested: string
}

/** Adds the order to the customer's favourites under a name, or removes it from them. */
export function FavouriteButton({ order, suggested, ...look }: Props) {
  const [naming, setNaming] = useState(false)
  const { data } = useQuery(favouriteQuery(order))
  const { run: remove, isRunning } = useAction({ mutationFn: removeFavourite })
  if (!data) return null
  const [favourite] = data.rows
  return (
    <>
      <Button
        {...look}
        leftSection={favourite ? <IconStarFilled size={18} aria-hidden /> : <IconStar size={18} aria-hidden />}
        loading={isRunning}
        onClick={() => (favourite ? remove({ ...favourite, order }) : setNaming(true))}
      >
        {favourite ? 'Poista suosikeista' : 'Lisää suosikkeihin'}
      </Button>
      {naming && <NameDialog order={order} suggested={suggested} onClose={() => setNaming(false)} />}
    </>
  )
}

type NameProps = Pick<Props, 'order' | 'suggested'> & { onClose: () => void }

function NameDialog({ order, suggested, onClose }: NameProps) {
  const [id] = useState(newId)
  const [name, setName] = useState(suggested)
  const { run: save, isRunning } = useAction({ mutationFn: () => addFavourite({ id, name: name.trim(), order }), onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save()
  }
  return (
    <Modal opened onClose={onClose} title="Lisää suosikkeihin" size="sm">
      <form onSubmit={submit}>
        <TextInput
          label="Nimi"
          description="Suosikki on uuden tilauksen pohja. Sen näkevät kaikki yrityksesi käyttäjät."
          maxLength={60}
          required
          withAsterisk={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" loading={isRunning} disabled={name.trim() === ''}>
            Tallenna
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
