/** Coordinates of postal codes come from GeoNames (README); its licence requires that it is named wherever they are shown. */
export const mapCredits =
  'Postinumerot ja paikat: <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">GeoNames</a> (<a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noreferrer">CC BY 4.0</a>)'
