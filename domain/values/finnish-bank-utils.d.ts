declare module 'finnish-bank-utils' {
  type BarCode = { iban: string; sum: number; reference: string; date: string | undefined }
  const bankUtils: {
    isValidFinnishIBAN(iban: string): boolean
    isValidFinnishRefNumber(reference: string): boolean
    /** Adds the check digit. */
    generateFinnishRefNumber(digits: string): string
    parseFinnishVirtualBarCode(code: string): BarCode | false
  }
  export default bankUtils
}
