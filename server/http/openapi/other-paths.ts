import { fileMegabytes, pictureSizes } from '#domain/entities/file/file.types.ts'
import { signInMessages } from '#domain/errors.ts'
import { changeBatch, eventsPath } from '#domain/model/change-events.ts'
import { jsonApiType } from '#domain/model/json-api-type.ts'
import { schemaOf } from './call-paths.ts'
import { answer, jsonType, type Operation, type Paths, refusals } from './operation.ts'
import { listOf, reference, type Schema, shape, uuid } from './schema.ts'

const text: Schema = { type: 'string' }
const anybody = { security: [] } as const
const file: Operation['parameters'] = [
  { name: 'id', in: 'path', required: true, schema: uuid },
  { name: 'koko', in: 'query', schema: { type: 'string', enum: Object.keys(pictureSizes) } },
  { name: 'Range', in: 'header', schema: text },
]
const binary: Schema = { type: 'string', format: 'binary' }

const oauthFault = shape({ error: text, message: text, otpauth: text, salaisuus: text, istunto: { const: 'paatetty' } }, [
  'error',
  'message',
])
const oauthRefusals = Object.fromEntries(
  [400, 401, 413, 415, 429, 503, 507].map((status) => [String(status), answer('Torjuttu', jsonType, oauthFault)]),
)
const form = (fields: Readonly<Record<string, Schema>>): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: {
    'multipart/form-data': { schema: { type: 'object', properties: fields } },
    'application/x-www-form-urlencoded': { schema: { type: 'object', properties: fields } },
  },
})
const state = shape({ status: { type: 'string' } }, ['status'])

/** Paths that follow neither from the registry nor from a call. */
export const otherPaths: Paths = {
  '/oauth/token': {
    post: {
      ...anybody,
      summary: 'Kirjautuminen ja sen jatkaminen',
      description: `Väärä tunnus tai salasana: \`invalid_credentials\`, ${signInMessages.invalid_credentials} Kaksivaiheinen kirjautuminen: \`mfa_required\` pyytää saman kutsun kentän \`totp\` kanssa, \`mfa_invalid\` hylkää koodin, ja \`mfa_setup_required\` antaa salaisuuden, jonka ensimmäinen koodi kirjaa sisään ja tuo varakoodit (\`varakoodit\`). Jatkaminen torjutaan koodilla \`invalid_request\`; \`istunto: paatetty\` kertoo, että istunto on päätetty muualta.`,
      tags: ['Kirjautuminen'],
      requestBody: form({
        grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
        client_id: text,
        client_secret: text,
        username: text,
        password: text,
        totp: text,
        refresh_token: text,
      }),
      responses: {
        200: answer(
          'Tunnukset',
          jsonType,
          shape(
            {
              token_type: { const: 'Bearer' },
              expires_in: { type: 'integer' },
              access_token: text,
              refresh_token: text,
              varakoodit: listOf(text),
            },
            ['token_type', 'expires_in', 'access_token', 'refresh_token'],
          ),
        ),
        ...oauthRefusals,
      },
    },
  },
  '/oauth/logout': {
    post: {
      ...anybody,
      summary: 'Uloskirjautuminen',
      tags: ['Kirjautuminen'],
      requestBody: form({ refresh_token: text, refresh_token_sha256: text }),
      responses: { 204: { description: 'Istunto on päättynyt' }, ...oauthRefusals },
    },
  },
  '/api/client_id': {
    get: {
      ...anybody,
      summary: 'Millä asiakasohjelmalla nimi kirjautuu',
      tags: ['Kirjautuminen'],
      parameters: [{ name: 'username', in: 'query', schema: text }],
      responses: {
        200: answer(
          'Asiakasohjelma',
          jsonType,
          shape({ client_id: text, scopes: { type: 'array', items: text } }, ['client_id', 'scopes']),
        ),
        ...refusals(['bad_request', 'too_many', 'unavailable', 'storage_full'], jsonType),
      },
    },
  },
  [eventsPath]: {
    get: {
      summary: 'Muutokset sitä mukaa kuin niitä tehdään (server-sent events)',
      description:
        'Viesti `muutokset` kertoo joukon muutoksia, `alusta` sen, että niitä on liikaa tai niitä ei tunneta: hae kaikki uudestaan. ' +
        'Otsake `Last-Event-ID` jatkaa viestin tunnisteen jälkeen. Virta päättyy tunnuksen vanhetessa ja istunnon päättyessä.',
      tags: ['Tapahtumat'],
      parameters: [{ name: 'Last-Event-ID', in: 'header', schema: text }],
      responses: {
        200: answer('Virta; viestin `muutokset` tieto (`data`) on tätä muotoa', 'text/event-stream', schemaOf(changeBatch, 'output')),
        ...refusals(['bad_request', 'unauthorized', 'too_many', 'unavailable', 'storage_full'], jsonType),
      },
    },
  },
  '/config.json': {
    get: {
      ...anybody,
      summary: 'Selaimen asetukset',
      tags: ['Palvelin'],
      responses: { 200: answer('Asetukset', jsonType, { type: 'object' }) },
    },
  },
  '/api/logo': {
    get: {
      ...anybody,
      summary: 'Yrityksen logo',
      tags: ['Palvelin'],
      responses: { 200: answer('Kuva', 'image/png', binary), ...refusals(['not_found'], jsonType) },
    },
  },
  '/kalenteri/{token}': {
    get: {
      ...anybody,
      summary: 'Kuljettajan julkaistut työvuorot kalenterisovellukselle',
      description: 'Salainen osoite, joka päättyy `.ics`; kuljettaja tekee sen itse (`POST /api/tyovuoro/kalenterilinkki`).',
      tags: ['Työvuorot'],
      parameters: [{ name: 'token', in: 'path', required: true, schema: text }],
      responses: { 200: answer('Kalenteri (RFC 5545)', 'text/calendar', text), ...refusals(['not_found', 'too_many'], jsonType) },
    },
  },
  '/api/openapi.json': {
    get: {
      ...anybody,
      summary: 'Tämä kuvaus',
      tags: ['Palvelin'],
      responses: { 200: answer('OpenAPI 3.1', jsonType, { type: 'object' }) },
    },
  },
  '/api/kuvaus': {
    get: {
      ...anybody,
      summary: 'Tämä kuvaus luettavana sivuna',
      tags: ['Palvelin'],
      responses: { 200: answer('Sivu', 'text/html', text) },
    },
  },
  '/healthz': {
    get: { ...anybody, summary: 'Palvelin vastaa', tags: ['Palvelin'], responses: { 200: answer('Vastaa', jsonType, state) } },
  },
  '/readyz': {
    get: {
      ...anybody,
      summary: 'Tietokanta vastaa, ja levyllä on tilaa',
      tags: ['Palvelin'],
      responses: { 200: answer('Vastaa', jsonType, state), 503: answer('Ei vastaa', jsonType, state) },
    },
  },
  '/metrics': {
    get: {
      ...anybody,
      summary: 'Mittarit Prometheukselle, vain samalta koneelta',
      tags: ['Palvelin'],
      responses: { 200: answer('Mittarit', 'text/plain', text), ...refusals(['not_found'], jsonType) },
    },
  },
  '/file/{id}': {
    get: {
      summary: 'Tiedoston sisältö',
      tags: ['Tiedostot'],
      parameters: file,
      responses: {
        200: answer('Sisältö, tai kuvasta pienempi (WebP), kun `koko` on annettu', '*/*', binary),
        206: answer('Pyydetty osa', '*/*', binary),
        304: { description: 'Ei ole muuttunut' },
        ...refusals(
          ['bad_request', 'unauthorized', 'forbidden', 'not_found', 'no_range', 'invalid', 'too_many', 'unavailable', 'storage_full'],
          jsonApiType,
        ),
      },
    },
  },
  '/file/upload/{group}/{bundle}/{field}': {
    post: {
      summary: 'Tiedoston lähetys suhteeseen',
      description: `Nimi annetaan otsikossa: \`Content-Disposition: file; filename="kuva.jpg"\`. Enintään ${fileMegabytes.usual} Mt, ellei yritys ole asettanut muuta.`,
      tags: ['Tiedostot'],
      parameters: [
        ...['group', 'bundle', 'field'].map((name) => ({ name, in: 'path', required: true, schema: text }) as const),
        { name: 'Content-Disposition', in: 'header', required: true, schema: text },
      ],
      requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } },
      responses: {
        201: answer('Tallennettu', jsonApiType, shape({ jsonapi: {}, links: {}, data: reference('file--file') }, ['data'])),
        ...refusals(
          [
            'bad_request',
            'unauthorized',
            'forbidden',
            'not_found',
            'conflict',
            'too_large',
            'unsupported_media',
            'invalid',
            'too_many',
            'unavailable',
            'storage_full',
          ],
          jsonApiType,
        ),
      },
    },
  },
}
