import { Menu, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ShiftCalendarData } from '#domain/features/shifts/shift-data.ts'
import type { ShiftRow } from '#domain/features/shifts/shift-rows.ts'
import { type ShiftWarning, shiftWarningKinds } from '#domain/features/shifts/shift-warning.ts'
import { routesText } from '#web/features/shifts/shift-words.ts'
import { writeTime } from '#web/kit/form/time-field.tsx'
import { formatDay, formatMinutes, plural } from '#web/kit/format.ts'
import type { ShiftEdit } from '../changes/shift-plans.ts'
import classes from './panel.module.css'
import { daysText, type GroupMend, type WarningGroup } from './warning-groups.ts'

type Props = {
  data: ShiftCalendarData
  groups: readonly WarningGroup[]
  onMend: (planned: readonly ShiftEdit[], label: string) => void
  /** Shows the shifts in the calendar. */
  onShow: (group: WarningGroup) => void
}

/** What the calendar warns about, each with what would mend it. */
export function WarningsPanel({ data, groups, onMend, onShow }: Props) {
  return (
    <section aria-label="Huomautettavaa">
      <h2 className={classes.title}>Huomautettavaa {groups.length > 0 && <span className={classes.count}>{groups.length}</span>}</h2>
      {groups.length === 0 ? (
        <p className={classes.none}>Ei päällekkäisyyksiä, lyhyitä lepoja eikä vanhenevia kortteja.</p>
      ) : (
        <ul className={classes.warnings}>
          {groups.map((group, index) => (
            <li key={group.key} className={classes.warning}>
              <div className={classes.head}>
                <span className={classes.number}>
                  <IconAlertTriangle size={11} stroke={2.4} aria-hidden />
                  {index + 1}
                </span>
                <h3>
                  <UnstyledButton className={classes.show} onClick={() => onShow(group)}>
                    {shiftWarningKinds[group.warnings[0].laji]}
                  </UnstyledButton>
                </h3>
              </div>
              <p className={classes.days}>{daysText(group.warnings.map(({ paiva }) => paiva))}</p>
              <p>{warningText(group.warnings[0], data)}</p>
              <Mends group={group} data={data} onMend={onMend} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const nameOf = (data: ShiftCalendarData, id: string | null): string =>
  data.kuljettajat.find((driver) => driver.id === id)?.name ?? 'Toinen kuljettaja'
const carOf = (data: ShiftCalendarData, id: string | null): string => data.autot.find((car) => car.id === id)?.rekisterinumero ?? 'auto'

function shiftsOf({ tyovuorot }: ShiftWarning, data: ShiftCalendarData): ShiftRow[] {
  const all = [...data.tyovuorot, ...data.lahivuorot]
  return tyovuorot.flatMap((id) => all.find((shift) => shift.id === id) ?? [])
}

const routeOf = (shift: ShiftRow, data: ShiftCalendarData): string =>
  routesText(data.tyoreitit.filter(({ id }) => shift.tyoreitti.includes(id))) || 'työvuoro'

/** The warning in a sentence: who, when, how much. */
export function warningText(warning: ShiftWarning, data: ShiftCalendarData): string {
  const shifts = shiftsOf(warning, data)
  const [first, second] = shifts
  const [driver = null] = warning.kuljettajat
  const name = nameOf(data, driver)
  switch (warning.laji) {
    case 'auto_kahdesti':
      return `${carOf(data, warning.auto)}: ${shifts
        .map((shift) => `${shift.kuljettaja ? nameOf(data, shift.kuljettaja) : 'ilman kuljettajaa'} (${routeOf(shift, data)})`)
        .join(' ja ')}.`
    case 'kuljettaja_kahdesti':
      return `${name}: ${shifts.map((shift) => routeOf(shift, data)).join(' ja ')} samaan aikaan.`
    case 'lepo_alle_9':
    case 'lepo_alle_11':
      return first && second
        ? `${name}: ${routeOf(first, data)} päättyy klo ${endTime(first)}, ${routeOf(second, data)} alkaa ${formatDay(second.paiva)} klo ${writeTime(second.alkuaika)}. Lepoa ${formatMinutes(warning.minuutit)}, vähintään 11 h (lyhennettynä 9 h).`
        : `${name}: lepoa ${formatMinutes(warning.minuutit)}.`
    case 'digipiirturikortti':
    case 'ammattipatevyys': {
      const card = warning.laji === 'digipiirturikortti' ? 'digipiirturikortti' : 'ammattipätevyys'
      return `${name}: ${card} on voimassa ${formatDay(warning.rajapaiva)} asti. Sen jälkeen ${plural(shifts.length, 'vuoro', 'vuoroa')}.`
    }
    case 'yli_80_h':
      return `${name}: suunniteltu ${formatMinutes(warning.minuutit)} kahden viikon jaksolla, joka alkaa ${formatDay(warning.rajapaiva)}`
  }
}

const endTime = ({ alkuaika, kesto }: ShiftRow): string => writeTime((alkuaika + kesto) % 1440)

type MendsProps = Pick<Props, 'data' | 'onMend'> & { group: WarningGroup }

function Mends({ group, data, onMend }: MendsProps) {
  const [warning] = group.warnings
  const [driver] = warning.kuljettajat
  const isCard = warning.laji === 'digipiirturikortti' || warning.laji === 'ammattipatevyys'
  return (
    <div className={classes.mends}>
      {isCard && driver && (
        <Link to="/user/$id" params={{ id: driver }} className={classes.mend}>
          Avaa työntekijä
        </Link>
      )}
      {group.mends.map((mend) => (
        <Mend
          key={`${mend.laji} ${mend.shifts[0]}`}
          mend={mend}
          isWhole={mend.shifts.length >= group.warnings.length}
          data={data}
          onMend={onMend}
        />
      ))}
    </div>
  )
}

function Mend({ mend, isWhole, data, onMend }: Pick<Props, 'data' | 'onMend'> & { mend: GroupMend; isWhole: boolean }) {
  const shifts = data.tyovuorot.filter(({ id }) => mend.shifts.includes(id))
  const [shift] = shifts
  if (!shift) return null
  const whose = shift.kuljettaja ? nameOf(data, shift.kuljettaja) : routeOf(shift, data)
  const some = isWhole ? '' : ` (${daysText(shifts.map(({ paiva }) => paiva))})`
  const change = (fields: Omit<ShiftEdit, 'id'>, label: string) =>
    onMend(
      shifts.map(({ id }) => ({ id, ...fields })),
      label,
    )
  if (mend.laji === 'alkuaika') {
    const { alkuaika } = mend
    return (
      <UnstyledButton className={classes.mend} onClick={() => change({ alkuaika }, `${whose}: alkaa klo ${writeTime(alkuaika)}`)}>
        Siirrä alkamaan klo {writeTime(alkuaika)}
        {some}
      </UnstyledButton>
    )
  }
  if (mend.laji === 'auto') {
    const { auto } = mend
    return (
      <UnstyledButton className={classes.mend} onClick={() => change({ auto }, `${whose}: ${carOf(data, auto)}`)}>
        {carOf(data, auto)} kuljettajalle {whose}
        {some}
      </UnstyledButton>
    )
  }
  const give = (to: string) =>
    change(
      { kuljettaja: to, kuljettaja_default: shift.kuljettaja_default ?? shift.kuljettaja, tila: 'UNPUBLISHED' },
      `${routeOf(shift, data)}: ${nameOf(data, to)}`,
    )
  return (
    <Menu position="bottom-start" withinPortal zIndex={130}>
      <Menu.Target>
        <UnstyledButton className={classes.mend} aria-label={`Vaihda kuljettaja: ${whose}, ${daysText(shifts.map(({ paiva }) => paiva))}`}>
          Vaihda kuljettaja…
          {some}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {mend.kuljettajat.map((id) => (
          <Menu.Item key={id} onClick={() => give(id)}>
            {nameOf(data, id)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
