import { Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import { IconChevronDown, IconDeviceFloppy, IconPencil, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '#web/data/use-action.ts'
import { formatCount } from '../format.ts'
import classes from './list-tabs.module.css'
import { maxViews, type SavedView, type SavedViews, viewNameFault } from './saved-views.ts'

export type Tab = { value: string; label: string; count?: number | undefined; urgent?: boolean }
/** The person's saved views, with the number of rows that each finds. */
export type SavedTabs = SavedViews & { counts: Readonly<Record<string, number | null | undefined>> }

type Props = {
  tabs: readonly Tab[]
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
  saved?: SavedTabs | undefined
}
type Named = { view: SavedView | null }

/** The list's own tabs, the person's saved views, and a button to save another. */
export function ListTabs({ tabs, chosen, onChoose, saved }: Props) {
  const [naming, setNaming] = useState<Named | null>(null)
  const current = saved?.open ? null : (tabs.find(({ value }) => value === chosen)?.value ?? tabs[0]?.value)
  const strip = useRef<HTMLFieldSetElement>(null)
  const open = saved?.open?.id ?? current
  // The counts, which come later, make the tabs wider.
  const counted = [...tabs.map(({ count }) => count), ...Object.values(saved?.counts ?? {})].filter((count) => count !== undefined).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts decide where the open tab stands.
  useEffect(() => {
    const pressed = strip.current?.querySelector('[aria-pressed=true]')
    const tab = pressed?.closest('[data-open]') ?? pressed
    if (open !== undefined) tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open, counted])
  return (
    <>
      <fieldset ref={strip} className={classes.tabs} aria-label="Näkymät">
        {tabs.map(({ value, label, count, urgent }, index) => (
          <button
            key={value}
            type="button"
            className={classes.tab}
            aria-pressed={value === current}
            onClick={() => (saved?.leave ?? onChoose)(index === 0 ? undefined : value)}
          >
            {label}
            <Count of={count} urgent={urgent} />
          </button>
        ))}
        {saved?.tabs.map((view) => (
          <SavedTab key={view.id} view={view} saved={saved} onRename={() => setNaming({ view })} />
        ))}
        {saved && saved.others.length > 0 && <OtherViews saved={saved} />}
        {saved && (
          <button
            type="button"
            className={classes.tab}
            disabled={saved.full}
            title={saved.full ? `Näkymiä on enintään ${maxViews}. Poista ensin tarpeettomia.` : undefined}
            onClick={() => setNaming({ view: null })}
          >
            <IconPlus size={15} aria-hidden className={classes.plus} />
            Tallenna näkymä
          </button>
        )}
      </fieldset>
      {saved && naming && (
        <NameDialog
          view={naming.view}
          taken={[
            ...tabs.map(({ label }) => label),
            ...[...saved.tabs, ...saved.others].filter(({ id }) => id !== naming.view?.id).map(({ name }) => name),
          ]}
          onName={(name) => (naming.view ? saved.rename(naming.view, name) : saved.save(name))}
          onClose={() => setNaming(null)}
        />
      )}
    </>
  )
}

function Count({ of, urgent = false }: { of: number | null | undefined; urgent?: boolean | undefined }) {
  if (of === undefined || of === null) return null
  return (
    <span className={classes.count} data-urgent={(urgent && of > 0) || undefined}>
      {formatCount(of)}
    </span>
  )
}

type SavedTabProps = { view: SavedView; saved: SavedTabs; onRename: () => void }

function SavedTab({ view, saved, onRename }: SavedTabProps) {
  const isOpen = saved.open?.id === view.id
  return (
    <span className={classes.saved} data-open={isOpen || undefined}>
      <button type="button" className={classes.tab} aria-pressed={isOpen} onClick={() => saved.choose(view)}>
        <span className={classes.name} title={view.name}>
          {view.name}
        </span>
        {view.isShared && <IconUsersGroup size={15} className={classes.shared} role="img" aria-label="Yhteinen näkymä" />}
        {isOpen && view.isOwn && saved.changed && <span title="Rajauksia on muutettu tallentamisen jälkeen"> •</span>}
        <Count of={saved.counts[view.id]} />
      </button>
      {isOpen && view.isOwn && (
        <Menu position="bottom-end" shadow="md" withinPortal>
          <Menu.Target>
            <button type="button" className={classes.more} aria-label={`Näkymän ${view.name} toiminnot`}>
              <IconChevronDown size={15} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              disabled={!saved.changed}
              onClick={() => void saved.update(view)}
            >
              Tallenna muutokset
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onRename}>
              Nimeä uudelleen…
            </Menu.Item>
            {saved.share && (
              <Menu.Item leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={() => void saved.share?.(view, !view.isShared)}>
                {view.isShared ? 'Älä jaa enää' : 'Jaa kaikille ylläpitäjille'}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} color="red" onClick={() => void saved.remove(view)}>
              Poista
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </span>
  )
}

/** The views that do not fit as tabs; one that is chosen becomes a tab for as long as it is open. */
function OtherViews({ saved }: { saved: SavedTabs }) {
  return (
    <Menu position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.tab}>
          Muut näkymät ({formatCount(saved.others.length)})
          <IconChevronDown size={15} aria-hidden className={classes.down} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.others}>
        {saved.others.map((view) => (
          <Menu.Item key={view.id} onClick={() => saved.choose(view)}>
            {view.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type NameProps = { view: SavedView | null; taken: readonly string[]; onName: (name: string) => Promise<void>; onClose: () => void }

function NameDialog({ view, taken, onName, onClose }: NameProps) {
  const [name, setName] = useState(view?.name ?? '')
  const fault = viewNameFault(name, taken)
  // A toast reports a failure; the name stays, so that the save can be retried.
  const { run: save, isRunning } = useAction({ mutationFn: () => onName(name.trim()), onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !fault) save()
  }
  return (
    <Modal opened onClose={onClose} title={view ? 'Nimeä näkymä uudelleen' : 'Tallenna näkymä'} size="sm">
      <form onSubmit={submit}>
        <TextInput
          label="Nimi"
          description={view ? undefined : 'Rajaukset, järjestys ja sarakkeet tallentuvat. Näkymä näkyy vain sinulle.'}
          maxLength={60}
          required
          withAsterisk={false}
          value={name}
          error={fault}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Takaisin
          </Button>
          <Button type="submit" loading={isRunning} disabled={name.trim() === '' || fault !== null}>
            Tallenna
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
