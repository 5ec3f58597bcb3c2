import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { RegisteredCompany } from '#domain/features/customers/company-register.ts'
import { businessId } from '#domain/values/checks.ts'
import type { CompanyRegister } from './company-register.ts'

/*
 * PRH's open data of YTJ, version 3: https://avoindata.prh.fi/opendata-ytj-api/v3/schema?lang=en. What the form does not need is not read, and what
 * the register leaves out is empty.
 */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() ?? '')
const dated = { endDate: z.string().nullish() }
const language = { languageCode: z.string().nullish() }
const inLanguages = <S extends z.ZodRawShape>(shape: S) => z.array(z.object({ ...language, ...shape })).nullish()
const name = z.object({ name: optionalText, type: z.string().nullish(), ...dated })
const address = z.object({
  type: z.number().nullish(),
  street: optionalText,
  buildingNumber: optionalText,
  entrance: optionalText,
  apartmentNumber: optionalText,
  apartmentIdSuffix: optionalText,
  postOfficeBox: optionalText,
  freeAddressLine: optionalText,
  postCode: optionalText,
  country: optionalText,
  postOffices: inLanguages({ city: optionalText }),
  ...dated,
})
const companyForm = z.object({ descriptions: inLanguages({ description: optionalText }), ...dated })
const company = z.object({
  businessId: z.object({ value: z.string() }),
  names: z.array(name).nullish(),
  addresses: z.array(address).nullish(),
  companyForms: z.array(companyForm).nullish(),
  endDate: z.string().nullish(),
})
const answer = z.object({ companies: z.array(company) })

type Address = z.output<typeof address>

const nameTypes = { main: '1' } as const
const addressTypes = { visiting: 1, postal: 2 } as const
const finnish = '1'

const current = <T extends { endDate?: string | null | undefined }>(list: readonly T[] | null | undefined): T[] =>
  (list ?? []).filter(({ endDate }) => !endDate)

type InLanguage = { languageCode?: string | null | undefined }

/** The Finnish text, otherwise the text in any other language. */
const preferred = <T extends InLanguage>(texts: readonly T[] | null | undefined): T | undefined =>
  texts?.find(({ languageCode }) => languageCode === finnish) ?? texts?.[0]

function streetOf(of: Address): string {
  const home = [of.entrance, `${of.apartmentNumber}${of.apartmentIdSuffix}`].filter(Boolean).join(' ')
  const street = [of.street, of.buildingNumber, home].filter(Boolean).join(' ')
  if (street !== '') return street
  // The register writes the spaces of a free-form line as underscores.
  return of.postOfficeBox === '' ? of.freeAddressLine.replaceAll('_', ' ') : `PL ${of.postOfficeBox}`
}

/** The register writes towns in capitals: `ESPOO`. */
const inTownCase = (town: string): string =>
  town === town.toLocaleUpperCase('fi')
    ? town.toLocaleLowerCase('fi').replace(/(^|[\s-])\p{L}/gu, (start) => start.toLocaleUpperCase('fi'))
    : town

/** The visiting address, else the postal one. */
function addressOf(addresses: readonly Address[] | null | undefined) {
  const all = current(addresses)
  const of = all.find(({ type }) => type === addressTypes.visiting) ?? all.find(({ type }) => type === addressTypes.postal)
  if (!of) return { field_osoite_1: '', field_postinumero: '', field_postitoimipaikka: '', field_maa: 'FI' }
  return {
    field_osoite_1: streetOf(of),
    field_postinumero: of.postCode,
    field_postitoimipaikka: inTownCase(preferred(of.postOffices)?.city ?? ''),
    field_maa: /^[A-Z]{2}$/.test(of.country) ? of.country : 'FI',
  }
}

function companyOf({ businessId: { value }, names, addresses, companyForms, endDate }: z.output<typeof company>): RegisteredCompany {
  const known = current(names)
  const main = known.find(({ type }) => type === nameTypes.main) ?? known[0] ?? names?.[0]
  return {
    y_tunnus: value,
    name: main?.name ?? '',
    yhtiomuoto: preferred(current(companyForms)[0]?.descriptions)?.description ?? '',
    lakannut: Boolean(endDate),
    ...addressOf(addresses),
  }
}

/** In milliseconds. */
const usualTimeout = 5000
/** A page of a hundred companies of many names is about a megabyte. */
const maxBytes = 4_000_000

async function textWithin(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** PRH's own Y-tunnus, with which the connection is tested. */
const knownCompany = '0116297-6'

/** The register at the address of its API (`…/opendata-ytj-api/v3`). */
export function ytjRegister(url: string, log: Pick<FastifyBaseLogger, 'warn'>, timeout = usualTimeout): CompanyRegister {
  const base = url.replace(/\/+$/, '')
  async function companies(parameters: Record<string, string>): Promise<RegisteredCompany[]> {
    const response = await fetch(`${base}/companies?${new URLSearchParams(parameters)}`, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!response.ok) throw new Error(`The answer is ${response.status}`)
    return answer.parse(JSON.parse(await textWithin(response))).companies.map(companyOf)
  }
  return {
    async find(search) {
      const checked = businessId(search)
      try {
        return await companies('value' in checked ? { businessId: checked.value } : { name: search })
      } catch (error) {
        // Logged without the search words, which may be a person's name. The form works without the register.
        log.warn({ reason: error instanceof z.ZodError ? 'unexpected answer' : String(error) }, 'company register gave no answer')
        return null
      }
    },
    async test() {
      await companies({ businessId: knownCompany })
    },
  }
}
