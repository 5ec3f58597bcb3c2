import { expect, test } from 'vitest'
import { passwordFault } from './password-rules.ts'

const owner = { name: 'maija.meikalainen', mail: 'maija@esimerkki.fi' }

test.each(['lyhyt', 'yhdeksän9', ''])('%s is too short', (password) => {
  expect(passwordFault(password, owner)).toBe('Salasanassa on oltava vähintään 10 merkkiä.')
})

test.each(['Maija.Meikalainen', 'maija@esimerkki.fi', 'maija.meikalainen2026!'])('%s is the name or mail', (password) => {
  expect(passwordFault(password, owner)).toBe('Salasana ei saa olla sama kuin käyttäjätunnus tai sähköpostiosoite.')
})

test.each([
  ...[
    'password123',
    'Password2026!',
    'P@ssw0rd2026',
    'passwordpassword',
    'salasana123',
    'Salasana2026!',
    'salasanasalasana',
    'kesäsalasana1',
  ],
  ...[
    '1234567890',
    '0987654321',
    '12345678910',
    '123456789012',
    'qwertyuiop',
    'qwerty12345',
    'asdfghjklö',
    '1q2w3e4r5t',
    'zaq12wsxcde3',
    'abcdefghij',
  ],
  ...[
    'aaaaaaaaaa',
    'abcabcabcabc',
    '1111111111',
    'kuljetus2026',
    'ylläpito123',
    'tervetuloa1',
    'jääkiekko99',
    'admin12345',
    'iloveyou123',
    'Kuorma12345',
    'syyskuu2026',
  ],
])('%s is too common', (password) => {
  expect(passwordFault(password, owner)).toBe('Salasana on liian yleinen. Valitse vaikeammin arvattava.')
})

test.each([
  ...[
    'Toinen-pitkä-lause',
    'hiekkalaatikon reuna',
    'x7Kp2mQz9w',
    'rekkaparkki-laituri-9',
    'kissa-omena-traktori',
    '🚚 ajaa yöllä kotiin',
    '839201746352',
    'kissa-839201746352',
  ],
  ...['oHb3_t9-Xk2w_Lm4Qz8a', 'suomenlahden ranta', 'koivukuja neljätoista'],
])('%s will do', (password) => {
  expect(passwordFault(password, owner)).toBeNull()
})

test('a very long one is refused, however it is written', () => {
  expect(passwordFault('äö-x'.repeat(64), owner)).toBe('Salasanassa saa olla enintään 255 merkkiä.')
})
