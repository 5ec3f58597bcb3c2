import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutLongTexts } from './long-texts.ts'

const read = (json: string) => {
  const parts = withoutLongTexts(Buffer.from(json))
  return { ...parts, body: parts.restore(JSON.parse(parts.json)) }
}

test('what is read in two parts is what was sent', () => {
  const long = fc.constantFrom('a', 'ä', '\\', '"', 'ab/+').map((piece) => piece.repeat(1024 * 1024))
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme' }) },
    { weight: 1, arbitrary: long },
    fc.constantFrom('\\', '"', '\\"'),
  )
  const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 2 }), fc.record({ sisempi: text }))
  fc.assert(
    fc.property(fc.oneof(fc.dictionary(fc.string({ maxLength: 5 }), value, { maxKeys: 4 }), fc.array(value, { maxLength: 2 })), (sent) => {
      const json = JSON.stringify(sent)
      const { body } = read(json)
      // Only what stands in an object itself is put back; what is deeper no call takes.
      const flat = (whole: unknown) => Object.entries(Object(whole)).filter(([, inner]) => typeof inner !== 'object')
      if (!Array.isArray(sent)) expect(flat(body)).toEqual(flat(JSON.parse(json)))
      expect(Object.keys(Object(body))).toEqual(Object.keys(Object(JSON.parse(json))))
    }),
    { numRuns: 60 },
  )
})

test('a picture is taken out whole; what only looks like one stays', () => {
  const base64 = 'QUJD'.repeat(300_000)
  const { json, body } = read(JSON.stringify({ lahetys: 'x', kuva: base64, kuvaus: 'Ovi "3"' }))
  expect(json.length).toBeLessThan(200)
  expect(body).toEqual({ lahetys: 'x', kuva: base64, kuvaus: 'Ovi "3"' })
  expect(read(`{"kuva":"${base64}`.concat('"}')).body).toEqual({ kuva: base64 })
  expect(withoutLongTexts(Buffer.from(`{"kuva":"${base64}`)).json).toBe(`{"kuva":"${base64}`)
})
