import { Avatar } from '#web/ui/badges/avatar.tsx'
import classes from './viewers.module.css'

export type Viewing = { id: string; nimi: string; muuttaa?: boolean }

const sentence = (people: readonly Viewing[], one: string, many: string): string =>
  people.length === 0 ? '' : `${people.map(({ nimi }) => nimi).join(', ')} ${people.length === 1 ? one : many}`

/** The others who have the page open: `Maija Meikäläinen muokkaa · Matti Virtanen katselee`. */
export function Viewers({ people }: { people: readonly Viewing[] }) {
  const changing = people.filter(({ muuttaa }) => muuttaa === true)
  const looking = people.filter((person) => !changing.includes(person))
  return (
    <span className={classes.viewers} role="status">
      {people.map(({ id, nimi }) => (
        <Avatar key={id} name={nimi} size={20} />
      ))}
      {[sentence(changing, 'muokkaa', 'muokkaavat'), sentence(looking, 'katselee', 'katselevat')].filter(Boolean).join(' · ')}
    </span>
  )
}
