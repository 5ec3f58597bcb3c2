import { describe, expect, it } from 'vitest'
import { hourlyTransitions, type ShipmentState, shipmentTransitionsOf } from '#domain/entities/order/order.states.ts'
import { allowedTransitions } from '#domain/entities/order/order.transitions.ts'
import { nextStep, stepVerb } from './line-steps.ts'

const table = shipmentTransitionsOf({ siirto_terminaaliin: true })
const stepsOf = (from: ShipmentState, actor: 'yllapito' | 'asiakas' = 'yllapito') =>
  allowedTransitions(table, { from, actor, now: 100, since: 0 })

describe('nextStep', () => {
  it.each([
    ['odottaa_noutoa', 'Merkitse noudetuksi'],
    ['kuljetuksessa', 'Merkitse toimitetuksi'],
    ['myohassa', 'Merkitse toimitetuksi'],
    ['odottaa_siirtoa', 'Merkitse siirto alkaneeksi'],
    ['siirto', 'Kirjaa terminaaliin'],
    ['siirretty', 'Hae terminaalista'],
  ] as const)('of a shipment that is %s is "%s"', (from, verb) => {
    const step = nextStep(stepsOf(from))
    expect(step && stepVerb('lahetys', from, step)).toBe(verb)
  })

  it.each(['toimitettu', 'peruutettu'] as const)('of a shipment that is %s there is none: only a step back', (from) => {
    expect(nextStep(stepsOf(from))).toBeNull()
    expect(stepsOf(from).map((step) => stepVerb('lahetys', from, step))).toContain('Palauta kuljetukseen')
  })

  it('a customer has none: cancelling is in the menu', () => {
    expect(nextStep(stepsOf('odottaa_noutoa', 'asiakas'))).toBeNull()
  })

  it('of an hourly job is its start and its end', () => {
    const verbOf = (from: 'odottaa_noutoa' | 'kuljetuksessa') => {
      const step = nextStep(allowedTransitions(hourlyTransitions, { from, actor: 'yllapito', now: 100, since: 0 }))
      return step && stepVerb('tuntituote', from, step)
    }
    expect([verbOf('odottaa_noutoa'), verbOf('kuljetuksessa')]).toEqual(['Aloita työ', 'Merkitse valmiiksi'])
  })
})
