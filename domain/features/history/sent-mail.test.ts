import { expect, test } from 'vitest'
import { type SentMail, sentMailEntry } from './sent-mail.ts'

const kuka = { nimi: 'Mika Salonen', rooli: 'Ylläpito', puhelin: '' }
const sent = { id: 'm1', aika: 1_795_000_000, vastaanottaja: 'terminaali@esimerkki.fi', tila: 'lahetetty', kuka } as const

test('a sent waybill is an entry without a change of state', () => {
  expect(sentMailEntry({ ...sent, laji: 'rahtikirja', muoto: 'koonti' })).toEqual({
    id: 'm1',
    laji: 'rahtikirja',
    aika: 1_795_000_000,
    laitteen_aika: 0,
    kuka,
    teksti: 'lähetti koontirahtikirjan osoitteeseen terminaali@esimerkki.fi',
    tila: '',
    syy: '',
    paikka: null,
    kuvat: [],
    kuittaus: null,
  })
})

test('a sent tracking link has its own kind', () => {
  expect(sentMailEntry({ ...sent, laji: 'seurantalinkki', muoto: '' })).toMatchObject({
    laji: 'seuranta',
    teksti: 'lähetti seurantalinkin osoitteeseen terminaali@esimerkki.fi',
  })
})

test.each<[SentMail['tila'], ending: string]>([
  ['odottaa', ''],
  ['lahetetty', ''],
  ['tallessa', ', mutta viesti ei lähtenyt, koska sähköposti ei ole käytössä'],
  ['epaonnistui', ', mutta viesti ei lähtenyt'],
])('a mail that is %s ends with "%s"', (tila, ending) => {
  const { teksti } = sentMailEntry({ ...sent, tila, laji: 'rahtikirja', muoto: 'lahetys' })
  expect(teksti).toBe(`lähetti rahtikirjan osoitteeseen terminaali@esimerkki.fi${ending}`)
})
