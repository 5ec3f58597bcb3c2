import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPasswordWarning, ownWordsOf, passwordLengthFault, passwordWeakness } from './password-rules.ts'
import { estimatePassword } from './password-strength.ts'

const ownWords = ownWordsOf(['maija.meikalainen', 'maija@esimerkki.fi', 'Maija Meikäläinen', 'Kuljetus Korhonen Oy'])
const weaknessOf = (password: string) => passwordWeakness(estimatePassword(password, ownWords))

test.each(['lyhyt', 'yhdeksän9', ''])('%s is too short', (password) => {
  expect(passwordLengthFault(password)).toBe('Salasanassa on oltava vähintään 10 merkkiä.')
})

test('10 characters are enough, and 255 are not too many', () => {
  expect(passwordLengthFault('kymmenen10')).toBeNull()
  expect(passwordLengthFault('ä'.repeat(255))).toBeNull()
  expect(passwordLengthFault('ä'.repeat(256))).toBe('Salasanassa saa olla enintään 255 merkkiä.')
})

test('the sentence about a weak password says why, when that is known', () => {
  const begins = 'Salasana on liian helppo arvata'
  expect(passwordWeakness({ score: 4, warning: 'dates' })).toBeNull()
  expect(passwordWeakness({ score: 3, warning: null })).toBe(`${begins}. Lisää sanoja, jotka eivät liity toisiinsa.`)
  expect(weaknessOf('1111111111')).toBe(`${begins}: siinä toistuu sama merkki. Lisää sanoja, jotka eivät liity toisiinsa.`)
  expect(weaknessOf('abcdefghij')).toContain(`${begins}: siinä on peräkkäisiä merkkejä`)
  expect([null, 'dates', 'toString', 'pwned'].map(isPasswordWarning)).toEqual([false, true, false, false])
})

test('the own words are the texts as a whole and in parts, with and without dots, each once', () => {
  expect(ownWordsOf([' Maija@Esimerkki.fi ', 'MAIJA'])).toEqual(['maija@esimerkki.fi', 'maija', 'maijaesimerkkifi', 'esimerkki'])
  expect(ownWordsOf(['Åke-Näkö Öh'])).toEqual(['åke-näkö öh', 'ake-nako oh', 'åkenäkööh', 'akenakooh', 'åke', 'ake', 'näkö', 'nako'])
  expect(ownWordsOf(['Oy', 'Aho', 'a'.repeat(64), 'b'.repeat(65)])).toEqual(['aho', 'a'.repeat(64)])
  expect(ownWordsOf(Array.from({ length: 61 }, (_, index) => `sana${index}`))).toHaveLength(60)
})

test('a very long password is rejected in every Unicode normalisation', () => {
  expect(passwordLengthFault('äö-x'.repeat(64))).toBe('Salasanassa saa olla enintään 255 merkkiä.')
  expect(passwordLengthFault('äö-x'.repeat(60).normalize('NFD'))).toBeNull()
})

test.each([
  ...['Maija.Meikalainen', 'maija@esimerkki.fi', 'maija.meikalainen2026!', 'MEIKÄLÄINENmaija', 'Meikalainen2025!'],
  ...['KuljetusKorhonen1', 'kuljetuskorhonenoy'],
])('%s consists of names of the person or the company', (password) => {
  expect(weaknessOf(password)).toBe(
    'Salasana on liian helppo arvata: siinä on käyttäjän tai yrityksen nimi, tunnus tai osoite. Lisää sanoja, jotka eivät liity toisiinsa.',
  )
})

test('a password with a name in it is weak only for the person with that name', () => {
  const own = ownWordsOf(['Zbigniewski Qvarnström'])
  expect(passwordWeakness(estimatePassword('zbigniewski-2031', own))).toContain('siinä on käyttäjän tai yrityksen nimi')
  expect(weaknessOf('zbigniewski-2031')).toBeNull()
})

test.each([
  ...['password123', 'Password2026!', 'P@ssw0rd2026', 'passwordpassword', 'iloveyou123', 'admin12345', 'thisisapassword'],
  ...['1234567890', '0987654321', '12345678910', '123456789012', '1111111111', '31415926535', '1029384756', '147258369a'],
  ...['qwertyuiop', 'qwerty12345', 'asdfghjklö', '1q2w3e4r5t', 'zaq12wsxcde3', '1qaz2wsx3edc4rfv', 'qweasdzxc123', 'q1w2e3r4t5y6'],
  ...['abcdefghij', 'aaaaaaaaaa', 'abcabcabcabc', 'a1b2c3d4e5f6', 'abcd1234abcd', '123qwe123qwe', 'trustno1trustno1'],
  ...['correct horse battery staple', 'correcthorsebatterystaple'],
])('%s is a common password', (password) => {
  expect(weaknessOf(password)).toMatch(/^Salasana on liian helppo arvata/)
})

test.each([
  ...['salasana123', 'Salasana2026!', 'salasanasalasana', 'kesäsalasana1', 'uusisalasana', 'MinunSalasana1', 'vaihdatamasalasana'],
  ...['Kesäloma2025', 'kesaloma2025', 'KESÄLOMA2025', 'K3säl0ma2025', 'kesäloma2025'.normalize('NFD'), '5202amoläsek'],
  ...['syyskuu2026', 'Syyskuu2026!', 'Juhannus2025!', 'hiihtoloma26', 'äitienpäivä12', 'Hyvaajoulua2025!', 'Joulupukki24'],
  ...['maanantaitiistai', 'yksikaksikolme', 'keskiviikko1', 'Kesä2025Talvi', 'Vappu1.5.2025', 'lomalle2025!'],
  ...['kuljetus2026', 'Rekkakuski1!', 'Rekkamies2025', 'Kuormalava12!', 'ylläpito123', 'tervetuloa1', 'Vaihda12345'],
  ...[
    'jääkiekko99',
    'Jaakiekko2025',
    'Leijonat2022!',
    'Perkele123!',
    'Tampere2025!',
    'Mansikka123!',
    'Korhonen2025!',
    'kissakoira123',
    'Koiranpentu1!',
  ],
])('%s is a common Finnish password', (password) => {
  expect(weaknessOf(password)).toMatch(/^Salasana on liian helppo arvata/)
})

test.each([
  ...['Toinen-pitkä-lause', 'hiekkalaatikon reuna', 'rekkaparkki-laituri-9', 'kissa-omena-traktori', '🚚 ajaa yöllä kotiin'],
  ...['kissa-839201746352', 'oHb3_t9-Xk2w_Lm4Qz8a', 'koivukuja neljätoista', 'x7Kp2mQz9wB'],
])('%s is strong', (password) => {
  expect(weaknessOf(password)).toBeNull()
})

test('no password or own text makes the estimate fail', () => {
  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 6 })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 255 }), texts, (password, own) => {
      const { score } = estimatePassword(password, ownWordsOf(own))
      expect([0, 1, 2, 3, 4]).toContain(score)
    }),
    { numRuns: 60 },
  )
})

test('only the first 128 characters are used', () => {
  expect(estimatePassword(`${'a'.repeat(128)} hiekkalaatikon reunalla istun`, []).score).toBeLessThan(2)
})
