import { expect, test } from 'vitest'
import { addDays, midnightOf } from '../../values/time/time.ts'
import { messageTexts } from '../settings/message-texts.ts'
import { type PublicationPlan, publicationMessages, publishedText } from './publication-messages.ts'

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

test.each([
  ['a week', 0, 6, 'vk 48'],
  ['two weeks', 0, 13, 'vk 48-49'],
  ['a day', 2, 2, 'ke 25.11.'],
  ['days of a week', 0, 4, 'ma 23.11.-pe 27.11.'],
  ['seven days from another day', 1, 7, 'ti 24.11.-ma 30.11.'],
])('%s is named by its weeks or days', (_, first, last, words) => {
  const [message] = publicationMessages(plan([day(first)]), { ...week, min: addDays(monday, first), max: addDays(monday, last) })
  expect(message?.teksti).toContain(`on julkaistu (${words}): `)
})

test('days are named by their weekdays within seven days, and by their dates in a longer range', () => {
  const textOf = (max: number) => publicationMessages(plan([day(0), day(1)]), { ...week, max: addDays(monday, max) })[0]?.teksti
  expect(textOf(6)).toContain(': ma-ti klo 6.00')
  expect(textOf(7)).toContain(': ma 23.11.-ti 24.11. klo 6.00')
})

test('only days that follow each other with the same content are together, and the shifts of a day are in their order', () => {
  const late = day(1, { alkuaika: 845, tyoreitti: [], auto: null })
  const [message] = publicationMessages(plan([day(4), day(3), late, day(1), day(0)]), week)
  expect(message?.teksti).toContain(
    ': ma klo 6.00 reitti 7, auto RYE-762; ti klo 6.00 reitti 7, auto RYE-762 ja klo 14.05 töissä; to-pe klo 6.00 reitti 7, auto RYE-762. ',
  )
})

test.each([
  ['EI_AJOA', 'ei ajoa'],
  ['VAPAA', 'vapaa'],
  ['LOMA', 'loma'],
  ['SAIRASLOMA', 'sairasloma'],
] as const)('a day %s is told as %s alone', (tyyppi, words) => {
  expect(publicationMessages(plan([day(0, { tyyppi })]), week)[0]?.teksti).toContain(`: ma ${words}. Katso`)
})

test('shifts outside the days are not told', () => {
  const range = { ...week, min: addDays(monday, 1), max: addDays(monday, 2) }
  const [message] = publicationMessages(plan([0, 1, 2, 3].map((index) => day(index))), range)
  expect(message).toMatchObject({ vuoroja: 2, teksti: expect.stringContaining(': ti-ke klo 6.00 reitti 7') })
})

test('a message that had to wait tells the shifts that are published then', () => {
  const published = { tila: 'PUBLISHED' } as const
  const of = plan([day(0), day(1, published), day(2, { ...published, kuljettaja: 'd2' }), day(7, published)])
  expect(publishedText(of, 'd1', week)).toBe(
    'Hei Mika, työvuorosi on julkaistu (vk 48): ti klo 6.00 reitti 7, auto RYE-762. Katso Kuormasta.',
  )
  expect(publishedText(of, 'd1', { min: monday, max: monday })).toBeNull()
  expect(publishedText(of, 'd1', { min: addDays(monday, 1), max: addDays(monday, 1) })).toContain('(ti 24.11.): ti klo 6.00')
  expect(publishedText(of, 'd3', week)).toBeNull()
})
