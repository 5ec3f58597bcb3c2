import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { messageTexts } from '../settings/message-texts.ts'
import { type PublicationPlan, publicationMessages } from './publication-messages.ts'

const monday = midnightOf('2026-11-23')
const sunday = addDays(monday, 6)
const template = messageTexts.teksti_tyovuorot.default
type Shift = PublicationPlan['shifts'][number]
const base: Omit<Shift, 'paiva'> = {
  ...({ id: 's1', alkuaika: 360, kesto: 480, tila: 'UNPUBLISHED', tyyppi: 'TYOVUORO' } as const),
  ...{ tyoreitti: ['r7'], auto: 'c1', kuljettaja: 'd1' },
}
const plan = (shifts: PublicationPlan['shifts']): PublicationPlan => ({
  shifts,
  drivers: [
    { id: 'd1', name: 'Mika Salonen', tekstiviestin_este: '' },
    { id: 'd2', name: 'Outi Saarinen', tekstiviestin_este: 'Puhelinnumeroa ei ole.' },
  ],
  routes: [
    { id: 'r7', tunniste: 'TYR-7', reittinro: '7', name: 'Keskusta' },
    { id: 'r9', tunniste: 'TYR-9', reittinro: '', name: 'Länsi' },
    { id: 'r16', tunniste: 'TYR-16', reittinro: '', name: '' },
  ],
  cars: [{ id: 'c1', rekisterinumero: 'RYE-762' }],
  template,
})
const week = { drivers: ['d1', 'd2'], min: monday, max: sunday }
const day = (index: number, values: Partial<Shift> = {}): Shift => ({
  ...base,
  paiva: addDays(monday, index),
  ...values,
})

test('days with the same content are told together', () => {
  const shifts = [0, 1, 2, 3, 4].map((index) => day(index))
  const free = [5, 6].map((index) => day(index, { tyyppi: 'VAPAA', tyoreitti: [], auto: null, kesto: 0, tila: 'PUBLISHED' }))
  expect(publicationMessages(plan([...free, ...shifts]), week)).toEqual([
    {
      kuljettaja: 'd1',
      vuoroja: 5,
      teksti: 'Hei Mika, työvuorosi on julkaistu (vk 48): ma-pe klo 6.00 reitti 7, auto RYE-762; la-su vapaa. Katso Kuormasta.',
      osia: 1,
      este: '',
    },
  ])
})

test('dates in longer ranges, two routes, and two shifts of a day', () => {
  const shifts = [
    day(0, { tyoreitti: ['r7', 'r9'], kesto: 0 }),
    day(1, { auto: null }),
    day(1, { alkuaika: 840, tyoreitti: [], auto: null }),
    day(2, { tyoreitti: ['r16'], auto: null }),
    day(9, { kuljettaja: 'd2', tyyppi: 'LOMA' }),
  ]
  const [first, second] = publicationMessages(plan(shifts), { ...week, max: addDays(monday, 13) })
  expect(first?.teksti).toContain(
    '(vk 48-49): ma 23.11. reitti 7 + Länsi, auto RYE-762; ti 24.11. klo 6.00 reitti 7 ja klo 14.00 töissä; ke 25.11. klo 6.00 reitti TYR-16.',
  )
  expect(second).toMatchObject({ kuljettaja: 'd2', este: 'Puhelinnumeroa ei ole.', teksti: expect.stringContaining('ke 2.12. loma') })
})

test('a training with hours is told with its time', () => {
  const training: Partial<Shift> = { tyyppi: 'KOULUTUS', tyoreitti: [], auto: null }
  const [message] = publicationMessages(plan([day(0, training), day(1, { ...training, kesto: 0 })]), week)
  expect(message?.teksti).toContain('ma klo 6.00 koulutus; ti koulutus')
})

test('nothing to publish, no message; one too long says how many shifts', () => {
  expect(publicationMessages(plan([day(0, { tila: 'PUBLISHED' })]), week)).toEqual([])
  expect(publicationMessages(plan([day(0)]), { ...week, drivers: ['d2'] })).toEqual([])
  const many = Array.from({ length: 40 }, (_, index) => day(index, { alkuaika: index * 15 }))
  const [message] = publicationMessages(plan(many), { ...week, max: addDays(monday, 41) })
  expect(message).toMatchObject({ teksti: expect.stringContaining('40 vuoroa'), osia: 1 })
})
