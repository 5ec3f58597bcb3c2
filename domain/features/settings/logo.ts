/** The maximum size of a logo in bytes. It is kept small because every waybill contains it. */
const maxLogoBytes = 200_000

/** A data URL whose first bytes are those of a PNG or a JPEG. SVG is not accepted, since it can contain scripts. */
const form = /^data:image\/(?:png;base64,iVBORw0KGgo|jpeg;base64,\/9j\/)[A-Za-z0-9+/]*={0,2}$/

const bytesOf = (dataUrl: string): number => Math.floor(((dataUrl.length - dataUrl.indexOf(',') - 1) * 3) / 4)

export function logoFile(value: string): { value: string } | { fault: string } {
  if (!form.test(value)) return { fault: 'Logo ei kelpaa. Valitse PNG- tai JPEG-kuva.' }
  return bytesOf(value) > maxLogoBytes ? { fault: 'Logo on liian suuri. Kuva saa olla enintään 200 kt.' } : { value }
}

/** Its type and bytes in base64; null when there is none. */
export function logoParts(dataUrl: string): { type: string; base64: string } | null {
  const [, type = '', base64 = ''] = /^data:(image\/(?:png|jpeg));base64,(.*)$/.exec(dataUrl) ?? []
  return type === '' ? null : { type, base64 }
}
