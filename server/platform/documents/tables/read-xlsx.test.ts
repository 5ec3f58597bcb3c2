import { strToU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { rawXlsx, sheetXml } from '#server/testing/imports/import-files.ts'
import { readXlsx } from './read-xlsx.ts'

const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const sheetData = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

/** A workbook of two tabs: the given one first, a plain sheet with the text "toinen" second. */
const twoTabs = (type: 'worksheet' | 'chartsheet', first: string) =>
  rawXlsx(first, {
    'xl/workbook.xml': strToU8(
      '<workbook><sheets><sheet name="A" sheetId="2" r:id="r2"/><sheet name="B" sheetId="1" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${officeRelations}/worksheet" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="r2" Type="${officeRelations}/${type}" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet2.xml': strToU8(sheetXml([['toinen']]).replace('</row>', '<c r="B1" t="e"><v>#REF!</v></c></row>')),
  })

describe('formulas without a result', () => {
  test('are errors in their own cells, the last row and column included', async () => {
    const rows = [
      '<row r="1"><c r="A1"><v>1</v></c></row>',
      '<row r="3"><c r="B3" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="D3"><f t="shared" si="0"/></c></row>',
      '<row r="4"><c r="A4" t="str"><f>""</f><v/></c><c r="B4"><f>1+1</f><v>2</v></c></row>',
    ]
    expect(await readXlsx(rawXlsx(sheetData(rows.join(''))))).toEqual([
      ['1', ''],
      ['', ''],
      ['', '#DIV/0!', '', '#CALC!'],
      ['', '2'],
    ])
  })

  test('are found in a sheet whose elements have a prefix', async () => {
    const sheet = '<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    expect(await readXlsx(rawXlsx(sheet))).toEqual([['#N/A']])
  })

  test('of another tab do not matter', async () => {
    expect(await readXlsx(twoTabs('worksheet', sheetXml([['eka', 'vika']])))).toEqual([['eka', 'vika']])
  })
})

describe('is refused', () => {
  const notReadable = 'ei ole kelvollinen'
  test.each([
    ['a far row of a prefixed element', '<x:worksheet><x:sheetData><x:row r="1048576"/></x:sheetData></x:worksheet>', 'rivillä 1048576'],
    ['a far row of a prefixed address', sheetData('<row x:r="1048576"/>'), 'rivillä 1048576'],
    ['a cell outside its row', sheetData('<row r="1"><c r="A2"><v>1</v></c></row>'), notReadable],
    ['an element that is not closed', '<worksheet><sheetData><row r="1"></sheetData></worksheet>', notReadable],
    ['an attribute without quotes', sheetData('<row r=1/>'), notReadable],
    ['text that would be lost', sheetData('<row r="1"><c r="A1"><v><![CDATA[1]]></v></c></row>'), notReadable],
    ['a tag of a megabyte', sheetData(`<row r="1"${' '.repeat(1_000_000)}/>`), notReadable],
    ['a text of a megabyte', sheetData(`<row r="1"><c r="A1" t="str"><v>${'a'.repeat(1_000_000)}</v></c></row>`), notReadable],
  ])('%s', async (_name, sheet, sentence) => {
    await expect(readXlsx(rawXlsx(sheet))).rejects.toThrow(sentence)
  })

  test('a first tab that is a chart', async () => {
    await expect(readXlsx(twoTabs('chartsheet', '<chartsheet/>'))).rejects.toThrow('ensimmäinen välilehti ei ole taulukko')
  })

  test('a workbook whose sheet is missing', async () => {
    const file = rawXlsx(sheetXml([['eka']]), { 'xl/workbook.xml': strToU8('<workbook/>') })
    await expect(readXlsx(file)).rejects.toThrow('ensimmäinen välilehti ei ole taulukko')
  })
})
